import type { SetupValues } from '../setup-calls/setup-queries.ts'

type LockedName = SetupValues['locked'][number]['name']

/** What decides a value in place of the wizard: a variable of the environment or the file of the configuration. */
export const lockedBy = ({ locked }: SetupValues, name: LockedName): string | undefined =>
  locked.find((each) => each.name === name)?.by
