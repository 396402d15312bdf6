import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { handleEach } from '../../infrastructure/jobs/handle-each.ts'
import { ROWS_PER_SLICE } from '../entries/bulk-changes.ts'
import { inSpace, type Space } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'
import {
  beginRestoring,
  beginRevert,
  beginTrashing,
  changesOf,
  endChange,
  finishSlice,
  isBeingRestored,
  openChanges,
  refuseBusy,
  refuseUnfinished,
  renewTrashedAt,
  restoreSlice,
  type Restoring,
  spaceOfChange,
  type Trashing,
} from './unfinished-trash.store.ts'
import { beginSeparating, partsAmong } from './separate-parts.store.ts'

type Deps = Pick<Infrastructure, 'db' | 'transactBulk' | 'ids'>
type ClockDeps = Deps & Pick<Infrastructure, 'clock'>

interface SliceOptions {
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Puts live entries of a space into the trash, none of which is below another one: first these, which hides them, then
 * what is below them. In several transactions, so that others write in between.
 */
export async function trashInSlices(
  deps: Deps,
  space: Space,
  entryIds: readonly string[],
  { when, limit = ROWS_PER_SLICE }: SliceOptions & { readonly when: Trashing },
): Promise<void> {
  const { transactBulk, ids } = deps
  const changeIds: string[] = []
  const finish = async () => {
    for (const changeId of changeIds) await finishTrashing(deps, changeId, { limit })
  }
  try {
    // Of each a second row may be written.
    for (const some of batches(entryIds, Math.ceil(limit / 2))) {
      const changeId = ids.next()
      await inSpace(transactBulk, space, (trx) => beginTrashing(trx, space, { changeId, ids: some, when, limit }))
      changeIds.push(changeId)
    }
  } catch (error) {
    // Where that fails too, the background job does it.
    await finish().catch(() => undefined)
    throw error
  }
  await finish()
}

/**
 * Parts of trashed folders become roots of the trash, with all that was trashed with them, so that they can be restored or
 * deleted in several transactions. Throws `busy` where such a folder is being deleted.
 */
export async function separateParts(
  deps: Deps,
  space: Space,
  entryIds: readonly string[],
  { limit = ROWS_PER_SLICE }: SliceOptions = {},
): Promise<void> {
  const { db, transactBulk, ids } = deps
  const partIds = await partsAmong(db, space, entryIds)
  // Of each a second row is written.
  for (const some of batches(partIds, Math.ceil(limit / 2))) {
    const changeId = ids.next()
    await inSpace(transactBulk, space, async (trx) => {
      await refuseUnfinished(trx, some)
      if ((await beginSeparating(trx, space, { changeId, ids: some })) < some.length) throw refuseBusy()
    })
    await finishTrashing(deps, changeId, { limit })
  }
}

/** Takes all that is live below the roots of a change into the trash with them. */
export async function finishTrashing(
  { db, transactBulk }: Deps,
  changeId: string,
  { limit = ROWS_PER_SLICE, signal }: SliceOptions = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    // Without the member who acts: what has begun is finished also where that one may not edit any more.
    const space = await spaceOfChange(db, changeId)
    if (!space) return endChange(db, changeId)
    await inSpace(transactBulk, space, (trx) => finishSlice(trx, changeId, limit))
  }
}

/** Takes what was made live below the roots of a restore into the trash again. Roots that were restored stay. */
export async function revertRestoring(deps: ClockDeps, changeId: string, options?: SliceOptions): Promise<void> {
  const { db, transactBulk, clock } = deps
  const space = await spaceOfChange(db, changeId)
  if (!space) await transactBulk((trx) => beginRevert(trx, changeId))
  else {
    await inSpace(transactBulk, space, async (trx) => {
      await renewTrashedAt(trx, changeId, clock.now())
      await beginRevert(trx, changeId)
    })
  }
  await finishTrashing(deps, changeId, options)
}

/** Finishes what a process has left of trashing entries, and reverts what it has left of restoring them. */
export const finishAllTrashing = async (
  deps: ClockDeps & Pick<Infrastructure, 'log'>,
  signal?: AbortSignal,
): Promise<number> =>
  handleEach(
    await openChanges(deps.db),
    {
      log: deps.log,
      signal,
      message: 'a change of the trash could not be finished',
      fields: (change) => ({ changeId: change.change_id }),
    },
    async (change) => {
      if (!isBeingRestored(change, deps.clock.now())) await revertRestoring(deps, change.change_id, { signal })
    },
  )

/**
 * To be called before entries of the trash are changed: finishes, or reverts, what was left unfinished of them. Throws
 * `busy` while another call restores them.
 */
export async function settleTrash(deps: ClockDeps, entryIds: readonly string[]): Promise<void> {
  for (const change of await changesOf(deps.db, entryIds)) {
    if (isBeingRestored(change, deps.clock.now())) throw refuseBusy()
    await revertRestoring(deps, change.change_id)
  }
}

/**
 * Restores roots of the trash: what is below them becomes live in several transactions, so that others write in between,
 * then `show` restores them in one. Until then they stay in the trash, and what fails before is reverted.
 */
export async function restoreInSlices<T>(
  deps: ClockDeps,
  parts: readonly { readonly space: Space; readonly rootIds: readonly string[] }[],
  { limit = ROWS_PER_SLICE, show }: SliceOptions & { readonly show: (restoring: readonly Restoring[]) => Promise<T> },
): Promise<T> {
  const { transactBulk, clock, ids } = deps
  const begun: Restoring[] = []
  try {
    for (const { space, rootIds } of parts.filter((part) => part.rootIds.length > 0)) {
      const changeId = ids.next()
      const restoring = await inSpace(transactBulk, space, (trx) =>
        beginRestoring(trx, space, { changeId, rootIds, now: clock.now() }),
      )
      begun.push(restoring)
      for (let isComplete = restoring.roots === 0; !isComplete;) {
        isComplete = await inSpace(transactBulk, space, (trx) =>
          restoreSlice(trx, restoring, { limit, now: clock.now() }),
        )
      }
    }
    return await show(begun)
  } finally {
    // Roots that were skipped too. Where it fails, the background job does it.
    for (const { changeId } of begun) await revertRestoring(deps, changeId, { limit }).catch(() => undefined)
  }
}
