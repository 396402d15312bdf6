import type { ConflictOptions } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { transactFor } from '../entries/change-size.store.ts'
import { inSpace, inSpaces, publishTo, type Space, spaceOf } from '../entries/space.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { restoreAll, type Restored } from './restore-entries.ts'
import { deleteBatch, destroyTrash, markForDeletion, overdue, ownSpacesWithTrash, stillTrashed } from './trash.store.ts'

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

/** The trash of an owner: that of the home and of the team folders. */
export async function emptyTrash({ db, transactBulk, clock, ids }: TrashDeps, ownerId: string): Promise<number> {
  const spaces = await ownSpacesWithTrash(db, ownerId)
  if (spaces.length === 0) return 0
  return inSpaces(transactBulk, spaces, async (trx) => {
    let count = 0
    for (const space of spaces) {
      await publishTo(trx, space)
      count += await destroyTrash(trx, space, ids.next(), clock.now())
    }
    return count
  })
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
