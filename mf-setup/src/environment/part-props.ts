import type { SetupValues } from '../setup-calls/setup-queries.ts'

export type Part = 'storage' | 'mail' | 'broadcast'

/** What each part of the environment gets. */
export interface PartProps {
  readonly values: SetupValues
  /** Of its test or of saving. */
  readonly problem: unknown
  readonly onProblem: (error: unknown) => void
  /** Checks the fields of a part and shows what is wrong. */
  readonly validate: (...parts: readonly (Part | 'public_url')[]) => Promise<boolean>
}
