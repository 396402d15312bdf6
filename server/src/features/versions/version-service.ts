import { day } from '../../infrastructure/clock.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { handleEach, pagesOf } from '../../infrastructure/jobs/handle-each.ts'
import { entryOf, groupsBySpace, inSpace, inSpaces, publishTo, type Space, spaceOf } from '../entries/space.store.ts'
import { deleteVersions, type DueVersion, dueVersions, restoreVersion, type VersionKey } from './version.store.ts'

export type VersionDeps = Pick<Infrastructure, 'db' | 'transact' | 'clock' | 'settings'>

export type VersionJobDeps = VersionDeps & Pick<Infrastructure, 'log'>

export interface ChosenVersion {
  readonly id: string
  readonly version: number
}

/** Brings earlier contents of files back: all of them, or none where one does not exist. */
export function restoreVersions(
  { transact, clock }: VersionDeps,
  from: readonly { readonly space: Space; readonly chosen: readonly ChosenVersion[] }[],
): Promise<void> {
  const spaces = from.map(({ space }) => space)
  return inSpaces(transact, spaces, async (trx) => {
    for (const { space, chosen } of from) {
      await publishTo(trx, space)
      for (const { id, version } of chosen) {
        const entry = await entryOf(trx, space.id, id)
        if (!entry) throw refuse('not-found')
        await restoreVersion(trx, entry, version, clock.now())
      }
    }
  })
}

/** Deletes an earlier content of a file for good. */
export const deleteVersion = ({ transact, clock }: VersionDeps, space: Space, key: VersionKey): Promise<void> =>
  inSpace(transact, space, async (trx) => {
    // The file may have left the space since it was read.
    if (!(await entryOf(trx, space.id, key.entry_id))) throw refuse('not-found')
    if ((await deleteVersions(trx, space.owner_id, [key], clock.now())) === 0) throw refuse('not-found')
  })

const VERSIONS_PER_TRANSACTION = 100

/** Deletes versions that were replaced `trash.days` ago. Returns how many were due. */
export async function purgeVersions(
  { db, transact, clock, log, settings }: VersionJobDeps,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now() - (await settings.get('trash.days')) * day
  let purged = 0
  await handleEach(
    groupsBySpace(pagesOf<DueVersion>((after) => dueVersions(db, before, { limit: VERSIONS_PER_TRANSACTION, after }))),
    { log, signal, message: 'versions of a space could not be purged', fields: ({ spaceId }) => ({ spaceId }) },
    async ({ spaceId, rows }) => {
      const keys = rows.map(({ entry_id, version }) => ({ entry_id, version }))
      const space = await spaceOf(db, spaceId)
      await inSpace(transact, space, (trx) => deleteVersions(trx, space.owner_id, keys, clock.now()))
      purged += rows.length
    },
  )
  return purged
}
