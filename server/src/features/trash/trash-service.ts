import type { ConflictOptions } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { transactFor } from '../entries/change-size.store.ts'
import { inSpace, type Space, spaceOf } from '../entries/space.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { restoreAll, type Restored } from './restore-entries.ts'
import { deleteBatch, destroyTrash, markForDeletion, overdue, stillTrashed } from './trash.store.ts'

export type TrashDeps = Pick<
  Infrastructure,
  'db' | 'engine' | 'transact' | 'transactBulk' | 'clock' | 'ids' | 'settings'
>

/** Restores entries of this space, in one transaction. */
export async function restoreEntries(
  deps: TrashDeps,
  space: Space,
  ids: readonly string[],
  { toTop, ...conflicts }: ConflictOptions & { readonly toTop: boolean },
): Promise<Restored> {
  const maxDepth = await deps.settings.get('files.max_depth')
  return inSpace(await transactFor(deps, { ids }), space, (trx) =>
    restoreAll(trx, space, ids, { toTop, conflicts, maxDepth, now: deps.clock.now() }),
  )
}

export function emptyTrash({ transactBulk, clock, ids }: TrashDeps, space: Space): Promise<number> {
  const batchId = ids.next()
  return inSpace(transactBulk, space, (trx) => destroyTrash(trx, space, batchId, clock.now()))
}

/** Deletes for good what has been in the trash for `trash.days`. */
export async function purgeTrash(services: TrashDeps, signal?: AbortSignal): Promise<number> {
  const { db, transactBulk, clock, ids, settings } = services
  const before = clock.now() - (await settings.get('trash.days')) * day
  for (let purged = 0; ;) {
    const due = await overdue(db, before, 200)
    if (due.length === 0) return purged
    signal?.throwIfAborted()
    for (const spaceId of new Set(due.map((row) => row.space_id))) {
      const space = await spaceOf(db, spaceId)
      const batchId = ids.next()
      const roots = due.filter((row) => row.space_id === spaceId).map((row) => row.id)
      await inSpace(transactBulk, space, async (trx) => {
        // Some may have been restored since they were read.
        const still = await stillTrashed(trx, roots)
        if (still.length === 0) return
        await markForDeletion(trx, still, batchId)
        await deleteBatch(trx, space, batchId, clock.now())
      })
    }
    purged += due.length
  }
}
