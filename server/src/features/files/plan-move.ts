import type { ConflictOptions } from '@holdall/api'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { createNameConflicts } from '../entries/name-conflicts.ts'
import { refuseSubtreeDepth } from '../entries/path-depth.ts'
import { pagesOf, type PickedIn } from '../entries/selection.store.ts'
import { entryOf } from '../entries/space.store.ts'
import { batches, lineOf } from '../entries/subtree.store.ts'
import { decide, type MoveTarget } from './move-entries.ts'

type PlanTarget = Pick<MoveTarget, 'space' | 'toId' | 'conflicts' | 'maxDepth'>

/** What one transaction of a move does, and how names are decided in it. */
interface MoveSlice {
  readonly from: readonly PickedIn[]
  readonly conflicts: ConflictOptions
}

interface MovePlan {
  readonly slices: readonly MoveSlice[]
  /** Entries that no slice has. */
  readonly skipped: number
}

/** One transaction for all, where there are few entries. */
export const unplannedMove = (from: readonly PickedIn[], conflicts: ConflictOptions): MovePlan => ({
  slices: [{ from, conflicts }],
  skipped: 0,
})

/**
 * All entries of a folder, in parts of at most `limit`. What the move of one part would refuse is refused before anything is
 * written; a name that is taken after that is kept beside the other one.
 */
export async function planMove(
  db: Db,
  from: readonly PickedIn[],
  target: PlanTarget,
  limit: number,
): Promise<MovePlan> {
  const { conflicts } = target
  const [all] = from
  if (!all || from.length > 1 || !('parentId' in all.which)) return unplannedMove(from, conflicts)
  const { space, which } = all
  const { ids, skipped } = await readInBackground(() => idsToMove(db, all, target))
  if (ids.length <= limit) return unplannedMove(from, conflicts)
  const later: ConflictOptions = { ...conflicts, ...(conflicts.on_conflict === 'ask' && { on_conflict: 'keep-both' }) }
  const slices = [...batches(ids, limit)].map((some) => ({
    from: [{ space, which: { ids: some, within: which.parentId } }],
    conflicts: later,
  }))
  return { slices, skipped }
}

async function idsToMove(db: Db, { space, which }: PickedIn, target: PlanTarget) {
  if (space.owner_id !== target.space.owner_id) throw refuse('other-owner')
  const to = await entryOf(db, target.space.id, target.toId)
  if (!to || to.kind === 'file') throw refuse('not-found')
  const line = new Set(await lineOf(db, to.id))
  const conflicts = createNameConflicts(target.conflicts)
  const ids: string[] = []
  let skipped = 0
  for await (const rows of pagesOf(db, space, which, 'live')) {
    if (rows.some((row) => line.has(row.id))) throw refuse('move-into-itself')
    const coming = rows.filter((row) => row.parent_id !== to.id)
    const decided = await decide(db, coming, to.id, conflicts, () => false)
    const movingIds = decided.moving.map((row) => row.id)
    if (movingIds.length > 0) await refuseSubtreeDepth(db, line.size - 1, movingIds, target.maxDepth)
    skipped += decided.skipped.size
    for (const { id } of rows) if (!decided.skipped.has(id)) ids.push(id)
  }
  conflicts.refuseOpen()
  return { ids, skipped }
}
