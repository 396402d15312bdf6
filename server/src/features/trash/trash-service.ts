import type { ConflictOptions } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import { ROWS_PER_SLICE } from '../entries/bulk-changes.ts'
import { changeSizeOf } from '../entries/change-size.store.ts'
import { groupsBySpace, inSpace, inSpaces, publishTo, type Space, spaceOf } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { handleEach, pagesOf } from '../../infrastructure/jobs/handle-each.ts'
import { followMovedEntries } from '../space-moves/follow-moved-entries.ts'
import { refuseUnfinishedMoves } from '../space-moves/space-move.store.ts'
import { planRestore, restoreAll, type Restored, type RestorePlan } from './restore-entries.ts'
import {
  beginDeletion,
  beginLiveDeletion,
  deleteSlice,
  endDeletion,
  markSlice,
  openDeletions,
  spaceOfDeletion,
} from './deletion.store.ts'
import { restoreInSlices, separateParts, settleTrash } from './trash-slices.ts'
import { overdue, type OverdueRoot, ownSpacesWithTrash } from './trash.store.ts'
import { endRestoring, refuseUnfinished, renewRestoring, type Restoring } from './unfinished-trash.store.ts'

export type TrashDeps = Pick<
  Infrastructure,
  'db' | 'engine' | 'transact' | 'transactBulk' | 'clock' | 'ids' | 'settings'
>

export type TrashJobDeps = TrashDeps & Pick<Infrastructure, 'log'>

interface RestoreCall extends ConflictOptions {
  readonly toTop: boolean
  readonly userId: string
  /** Entries that one transaction of a large restore writes. */
  readonly perSlice?: number
}

/** Restores the entries of each space in it. Throws `not-found` where one of them is not in the trash any more. */
export async function restoreEntries(
  deps: TrashDeps,
  from: readonly { readonly space: Space; readonly ids: readonly string[] }[],
  { toTop, userId, perSlice, ...conflicts }: RestoreCall,
): Promise<Restored> {
  const { db, clock, settings } = deps
  const maxDepth = await settings.get('files.max_depth')
  const ids = from.flatMap((part) => part.ids)
  const spaces = from.map(({ space }) => space)
  await followMovedEntries(deps, from)
  await settleTrash(deps, ids)
  const { isLarge, transact } = await changeSizeOf(deps, [{ ids }])
  const options = () => ({ toTop, conflicts, maxDepth, userId, now: clock.now() })
  const plans: RestorePlan[] = []
  const show = (restoring: readonly Restoring[]) =>
    inSpaces(transact, spaces, async (trx) => {
      const following = new Set(plans.flatMap((plan) => plan.followingIds))
      await refuseUnfinishedMoves(trx, spaces)
      await refuseUnfinished(trx, ids, restoring)
      for (const each of restoring) await renewRestoring(trx, each, clock.now())
      const parts: Restored[] = []
      for (const { space, ids: some } of from) {
        await publishTo(trx, space)
        const top = some.filter((id) => !following.has(id))
        parts.push(await restoreAll(trx, space, top, options()))
      }
      await endRestoring(trx, restoring)
      const restored = parts.flatMap((part) => part.ids)
      return { ids: [...restored, ...following], trashed: parts.flatMap((part) => part.trashed) }
    })
  if (!isLarge) return show([])
  const planAll = async () => {
    plans.length = 0
    for (const { space, ids: some } of from) {
      plans.push(await readInBackground(() => planRestore(db, space, some, options())))
    }
  }
  // What is refused is refused before parts are separated.
  await planAll()
  if (plans.some(({ partIds }) => partIds.length > 0)) {
    for (const { space, partIds } of plans) await separateParts(deps, space, partIds, { limit: perSlice })
    await planAll()
  }
  return restoreInSlices(deps, plans, {
    limit: perSlice,
    show: async (restoring) => {
      await followMovedEntries(deps, from)
      return show(restoring)
    },
  })
}

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
      await deleteSlice(trx, { batchId, sliceId: ids.next(), limit, now: clock.now() })
    })
  }
}

/** Goes on with deletions that a process has left unfinished. */
export const finishDeletions = async (deps: TrashJobDeps, signal?: AbortSignal): Promise<number> =>
  handleEach(
    await openDeletions(deps.db),
    {
      log: deps.log,
      signal,
      message: 'a deletion could not be finished',
      fields: (deletion) => ({ batchId: deletion.batch_id }),
    },
    (deletion) => finishDeletion(deps, deletion.batch_id, { signal }),
  )

const ROOTS_PER_PAGE = 200

/** Deletes for good what has been in the trash for `trash.days`. Returns how many entries had been put there. */
export async function purgeTrash(deps: TrashJobDeps, signal?: AbortSignal): Promise<number> {
  const { db, transactBulk, clock, ids, log, settings } = deps
  const before = clock.now() - (await settings.get('trash.days')) * day
  let purged = 0
  await handleEach(
    groupsBySpace(pagesOf<OverdueRoot>((after) => overdue(db, before, { limit: ROOTS_PER_PAGE, after }))),
    { log, signal, message: 'the trash of a space could not be purged', fields: ({ spaceId }) => ({ spaceId }) },
    async ({ spaceId, rows }) => {
      const space = await spaceOf(db, spaceId)
      const batchId = ids.next()
      const roots = rows.map(({ id }) => id)
      // Some may have been restored since they were read.
      const taken = await inSpace(transactBulk, space, (trx) =>
        beginDeletion(trx, space, { batchId, ids: roots, limit: roots.length, now: clock.now() }),
      )
      if (taken > 0) await finishDeletion(deps, batchId, { signal })
      purged += roots.length
    },
  )
  return purged
}
