import { day } from '../../infrastructure/clock.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { entryOf, inSpace, inSpaces, publishTo, type Space, spaceOf } from '../entries/space.store.ts'
import { deleteVersions, dueVersions, restoreVersion } from './version.store.ts'

export type VersionDeps = Pick<Infrastructure, 'db' | 'transact' | 'clock' | 'settings'>

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

const VERSIONS_PER_TRANSACTION = 100

/** Deletes versions that were replaced `trash.days` ago. */
export async function purgeVersions(
  { db, transact, clock, settings }: VersionDeps,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now() - (await settings.get('trash.days')) * day
  for (let purged = 0; ;) {
    const due = await dueVersions(db, before, VERSIONS_PER_TRANSACTION)
    if (due.length === 0) return purged
    signal?.throwIfAborted()
    for (const spaceId of new Set(due.map((row) => row.space_id))) {
      const own = due.filter((row) => row.space_id === spaceId)
      const keys = own.map(({ entry_id, version }) => ({ entry_id, version }))
      const space = await spaceOf(db, spaceId)
      await inSpace(transact, space, (trx) => deleteVersions(trx, space.owner_id, keys, clock.now()))
    }
    purged += due.length
  }
}
