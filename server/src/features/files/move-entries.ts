import type { ConflictOptions } from '@holdall/api'
import { recordActivity } from '../../infrastructure/db/recorded-activity.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { refuseSubtreeDepth } from '../entries/path-depth.ts'
import { createNameConflicts, type NameConflicts } from '../entries/name-conflicts.ts'
import { withFreeNames } from '../entries/free-names.store.ts'
import { count, countsOf } from '../entries/entry-placement.store.ts'
import { createTriedNumbers, type TriedNumbers } from '../entries/tried-numbers.ts'
import {
  childrenNamed,
  pagesOf,
  type Picked,
  type PickedRow,
  reparent,
  reparentAs,
} from '../entries/selection.store.ts'
import { type EntryRow, entryOf, publishTo, type Space } from '../entries/space.store.ts'
import { changeSpace, lineOf, uncount } from '../entries/subtree.store.ts'
import { endLinksNotAllowedIn } from '../share-links/ending-links.store.ts'
import { beginSpaceMove } from '../space-moves/space-move.store.ts'
import { charge, type StorageLimits } from '../storage/quota.store.ts'
import { trash } from '../trash/trash.store.ts'
import type { Replaced } from '../versions/version.store.ts'
import { replaceByCopy } from './replace-by-copy.ts'

export interface MoveTarget {
  /** The space of `toId`. */
  readonly space: Space
  readonly toId: string
  readonly conflicts: ConflictOptions
  /** Who moves them; null for a visitor. */
  readonly userId: string | null
  readonly maxDepth: number
  readonly limits: StorageLimits
  readonly now: number
  /** What is below the entries follows them into another space after this transaction. */
  readonly isSliced: boolean
  /** What earlier transactions of this move have moved there. */
  readonly movedBefore: ReadonlySet<string>
}

export interface Moved {
  readonly ids: readonly string[]
  /** Which of them are folders. */
  readonly folders: readonly string[]
  /** Those whose names were taken at the target, with the names they had. */
  readonly renamed: readonly { readonly id: string; readonly name: string }[]
  /** Files at the target that got the content of a moved one. */
  readonly replaced: readonly Replaced[]
  /** Moved files that have replaced another one: they are in the trash, so that an undo has all of them. */
  readonly trashed: readonly string[]
  readonly skipped: number
}

/**
 * Moves entries of a space, within it or into another one of the same owner. The caller has locked both. Bytes never
 * change their owner by a move: nobody could then undo it alone. A link ends where the member who made it may not make
 * it at the target.
 */
export async function moveInto(trx: Trx, space: Space, which: Picked, target: MoveTarget): Promise<Moved> {
  if (space.owner_id !== target.space.owner_id) throw refuse('other-owner')
  const to = await entryOf(trx, target.space.id, target.toId)
  if (!to || to.kind === 'file') throw refuse('not-found')
  const line = new Set(await lineOf(trx, to.id))
  const conflicts = createNameConflicts(target.conflicts)
  const moved = new Set<string>()
  const folders: string[] = []
  const numbers = createTriedNumbers()
  const renamed: Moved['renamed'][number][] = []
  const replaced: Replaced[] = []
  const trashed: string[] = []
  let [skipped, replacedBytes] = [0, 0]
  for await (const rows of pagesOf(trx, space, which, 'live')) {
    if (rows.some((row) => line.has(row.id))) throw refuse('move-into-itself')
    const coming = rows.filter((row) => row.parent_id !== to.id)
    const isMoved = (id: string) => target.movedBefore.has(id) || moved.has(id)
    const decided = await decide(trx, coming, to.id, conflicts, isMoved)
    const ids = decided.moving.map((row) => row.id)
    if (ids.length > 0) {
      await refuseSubtreeDepth(trx, line.size - 1, ids, target.maxDepth)
      const clashing = await movePage(trx, decided, { from: space, to, numbers, target })
      for (const { id, name } of clashing) renamed.push({ id, name })
    }
    for (const { row, existingId } of decided.replacing) {
      const done = await replaceByCopy(trx, { space, id: row.id }, { space: target.space, id: existingId }, target.now)
      replacedBytes += done.bytes
      replaced.push(done.replaced)
      trashed.push(row.id)
    }
    await trash(
      trx,
      decided.replacing.map(({ row }) => row),
      { now: target.now, by: target.userId },
    )
    skipped += decided.skipped.size
    const elsewhere = new Set([...decided.skipped, ...trashed])
    for (const row of rows) {
      if (elsewhere.has(row.id)) continue
      moved.add(row.id)
      if (row.kind !== 'file') folders.push(row.id)
    }
  }
  conflicts.refuseOpen()
  // The moved file and what it has become both count.
  await charge(trx, space.owner_id, { bytes: replacedBytes, items: replaced.length }, target.limits)
  return { ids: [...moved], folders, renamed, replaced, trashed, skipped }
}

interface Decided {
  readonly moving: readonly PickedRow[]
  readonly replacing: readonly { readonly row: PickedRow; readonly existingId: string }[]
  readonly skipped: ReadonlySet<string>
  /** Names at the target. */
  readonly taken: Set<string>
}

export async function decide(
  db: Db,
  coming: readonly PickedRow[],
  toId: string,
  conflicts: NameConflicts,
  isMoved: (id: string) => boolean,
): Promise<Decided> {
  const names = coming.map((row) => row.name)
  const existing = await childrenNamed(db, toId, names)
  const moving: PickedRow[] = []
  const replacing: { row: PickedRow; existingId: string }[] = []
  const skipped = new Set<string>()
  for (const row of coming) {
    const namesake = existing.get(row.name)
    // What has only just been moved there is not asked about.
    const choice = namesake && !isMoved(namesake.id) ? conflicts.decide(row, namesake) : 'keep-both'
    if (choice === 'skip') skipped.add(row.id)
    else if (choice === 'replace' && namesake) replacing.push({ row, existingId: namesake.id })
    else moving.push(row)
  }
  return { moving, replacing, skipped, taken: new Set(existing.keys()) }
}

/** Moves entries under their names, or as "name (2)". Returns the renamed ones, as they were before. */
async function movePage(
  trx: Trx,
  { moving: coming, taken }: Decided,
  {
    from,
    to: { id: toId },
    numbers,
    target: { space, now, isSliced },
  }: { readonly from: Space; readonly to: EntryRow; readonly numbers: TriedNumbers; readonly target: MoveTarget },
): Promise<readonly PickedRow[]> {
  const ids = coming.map((row) => row.id)
  if (from.id !== space.id && !isSliced) await endLinksNotAllowedIn(trx, space, ids, now)
  await uncount(trx, ids)
  const free: string[] = []
  const clashing: PickedRow[] = []
  for (const row of coming) {
    if (taken.has(row.name)) clashing.push(row)
    else free.push(row.id)
    taken.add(row.name)
  }
  const recorded = { folderId: toId, from: { spaceId: from.id }, space }
  const clashingIds = new Set(clashing.map((row) => row.id))
  recordActivity(
    trx,
    'moved',
    coming.filter((row) => !clashingIds.has(row.id)),
    recorded,
  )
  await reparent(trx, free, toId, now)
  const renamed = await withFreeNames(trx, toId, clashing, { numbers, given: taken })
  recordActivity(trx, 'moved', renamed, recorded)
  await reparentAs(trx, renamed, toId, now)
  if (from.id !== space.id) {
    if (isSliced) await beginSpaceMove(trx, ids, space, now)
    else await changeSpace(trx, ids, { from: from.id, to: space.id })
    await publishTo(trx, space)
  }
  await count(trx, toId, countsOf(coming))
  if (from.id !== space.id) await publishTo(trx, from)
  return clashing
}
