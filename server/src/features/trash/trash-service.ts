import type { ConflictOptions } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { transactFor } from '../entries/change-size.store.ts'
import { inSpace, inSpaces, publishTo, type Space, spaceOf } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { restoreAll, type Restored } from './restore-entries.ts'
import {
  beginDeletion,
  beginLiveDeletion,
  deleteSlice,
  endDeletion,
  markSlice,
  openDeletions,
  spaceOfDeletion,
} from './deletion.store.ts'
import { overdue, ownSpacesWithTrash } from './trash.store.ts'

export type TrashDeps = Pick<
  Infrastructure,
  'db' | 'engine' | 'transact' | 'transactBulk' | 'clock' | 'ids' | 'settings'
>

/** Restores entries, in one transaction: those of each space in that space. */
export async function restoreEntries(
  deps: TrashDeps,
  from: readonly { readonly space: Space; readonly ids: readonly string[] }[],
  { toTop, userId, ...conflicts }: ConflictOptions & { readonly toTop: boolean; readonly userId: string },
): Promise<Restored> {
  const maxDepth = await deps.settings.get('files.max_depth')
  const ids = from.flatMap((part) => part.ids)
  const spaces = from.map(({ space }) => space)
  return inSpaces(await transactFor(deps, { ids }), spaces, async (trx) => {
    const options = { toTop, conflicts, maxDepth, userId, now: deps.clock.now() }
    const parts: Restored[] = []
    for (const { space, ids: some } of from) {
      await publishTo(trx, space)
      parts.push(await restoreAll(trx, space, some, options))
    }
    return { ids: parts.flatMap((part) => part.ids), trashed: parts.flatMap((part) => part.trashed) }
  })
}

/** Rows of entries that one transaction of a large change writes: others write between two. */
export const ROWS_PER_SLICE = 2000

/**
 * Deletes the trash of an owner, that of the home and of the team folders. What is in it is in no list once it is taken
 * into a batch; its rows go in slices.
 */
export async function emptyTrash(deps: TrashDeps, ownerId: string, perSlice = ROWS_PER_SLICE): Promise<number> {
  const { db, transactBulk, clock, ids } = deps
  const batchIds: string[] = []
  let count = 0
  for (const space of await ownSpacesWithTrash(db, ownerId)) {
    for (let taken = perSlice; taken === perSlice;) {
      const batchId = ids.next()
      taken = await inSpace(transactBulk, space, (trx) =>
        beginDeletion(trx, space, { batchId, limit: perSlice, now: clock.now() }),
      )
      if (taken > 0) batchIds.push(batchId)
      count += taken
    }
  }
  for (const batchId of batchIds) await finishDeletion(deps, batchId, { limit: perSlice })
  return count
}

/** Hides live entries that are to be deleted. Returns the ids of the batches, for `finishDeletion`. */
export async function beginLiveDeletions(
  { transactBulk, clock, ids }: TrashDeps,
  space: Space,
  entryIds: readonly string[],
  perSlice = ROWS_PER_SLICE,
): Promise<readonly string[]> {
  const batchIds: string[] = []
  for (const some of batches(entryIds, perSlice)) {
    const batchId = ids.next()
    await inSpace(transactBulk, space, (trx) => beginLiveDeletion(trx, space, { batchId, ids: some, now: clock.now() }))
    batchIds.push(batchId)
  }
  return batchIds
}

/** Deletes what is left of a batch: a transaction for each slice, so that others write in between. */
export async function finishDeletion(
  { db, transactBulk, clock, ids }: TrashDeps,
  batchId: string,
  {
    limit = ROWS_PER_SLICE,
    signal,
  }: { readonly limit?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const space = await spaceOfDeletion(db, batchId)
    if (!space) return endDeletion(db, batchId)
    await inSpace(transactBulk, space, async (trx) => {
      if (await markSlice(trx, batchId, limit)) return
      await deleteSlice(trx, space, { batchId, sliceId: ids.next(), limit, now: clock.now() })
    })
  }
}

/** Goes on with deletions that a process has left unfinished. */
export async function finishDeletions(deps: TrashDeps, signal?: AbortSignal): Promise<void> {
  for (const { batch_id: batchId } of await openDeletions(deps.db)) {
    await finishDeletion(deps, batchId, { signal })
  }
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
      // Some may have been restored since they were read.
      const taken = await inSpace(transactBulk, space, (trx) =>
        beginDeletion(trx, space, { batchId, ids: roots, limit: roots.length, now: clock.now() }),
      )
      if (taken > 0) await finishDeletion(services, batchId, { signal })
    }
    purged += due.length
  }
}
