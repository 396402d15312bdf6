import type { ConflictOptions } from '@holdall/api'
import type { Db } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Ids } from '../../infrastructure/ids.ts'
import { createNameConflicts } from '../entries/name-conflicts.ts'
import { refuseSubtreeDepth } from '../entries/path-depth.ts'
import { childrenNamed, pagesOf, type PickedIn, type PickedRow } from '../entries/selection.store.ts'
import { entryOf, isStillIn, type Space } from '../entries/space.store.ts'
import { batches, lineOf } from '../entries/subtree.store.ts'
import type { Amount } from '../storage/quota.store.ts'
import { type ChildRow, childrenOf, type PlannedCopy } from './copy.store.ts'

/** Files and folders that one call copies at most, with all that is in the folders. */
export const MAX_COPIED = 100_000
/** Names that one query looks up. */
const NAMES_PER_QUERY = 1000
/** Children that one query reads. */
const CHILDREN_PER_QUERY = 1000

export interface PlanTarget {
  /** The space of `toId`. */
  readonly space: Space
  readonly toId: string
  readonly conflicts: ConflictOptions
  readonly ids: Ids
  readonly maxDepth: number
  readonly maxCopied?: number | undefined
}

/** What a copy of entries of one space writes. */
export interface CopyPlan {
  readonly space: Space
  /** Copies of the selected entries, then copies of their contents, level by level. */
  readonly copies: readonly PlannedCopy[]
  /** Files at the target that get the content of a selected one. */
  readonly replacing: readonly { readonly id: string; readonly existingId: string }[]
  readonly skipped: number
  readonly amount: Amount
  /** Levels of folders among the copies. */
  readonly height: number
}

/**
 * Reads what a copy of entries is to write, folders with all that is live in them, and refuses what cannot be copied.
 * Nothing is written, so that others need not wait for it.
 */
export async function planCopy(db: Db, { space, which }: PickedIn, target: PlanTarget): Promise<CopyPlan> {
  const { ids, toId, maxCopied = MAX_COPIED } = target
  if (!(await isStillIn(db, space, 'can_view'))) throw refuse('not-found')
  const to = await entryOf(db, target.space.id, toId)
  if (!to || to.kind === 'file') throw refuse('not-found')
  const line = new Set(await lineOf(db, toId))
  let [bytes, items] = [0, 0]
  const refuseAbove = (count: number) => {
    if (count > maxCopied) throw refuse('too-many', { text: 'error.too-many.items', values: { items: maxCopied } })
  }
  const add = (rows: readonly { readonly size: number }[]) => {
    items += rows.length
    refuseAbove(items)
    for (const { size } of rows) bytes += size
  }

  const selected: PickedRow[] = []
  for await (const rows of pagesOf(db, space, which, 'live', CHILDREN_PER_QUERY)) {
    if (rows.some((row) => line.has(row.id))) throw refuse('copy-into-itself')
    selected.push(...rows)
    refuseAbove(selected.length)
  }
  const { tops, replacing, skipped } = await decide(db, toId, selected, target.conflicts)
  add(tops)
  add(replacing.map(({ row }) => row))
  const folders = tops.filter((row) => row.kind === 'folder').map((row) => row.id)
  for (const some of batches(folders)) await refuseSubtreeDepth(db, line.size - 1, some, target.maxDepth)

  const copies: PlannedCopy[] = tops.map((row) => ({ id: ids.next(), sourceId: row.id, parentId: toId, level: 0 }))
  let copyIds = new Map(copies.map((copy) => [copy.sourceId, copy.id]))
  let level: readonly ChildRow[] = tops
  let height = folders.length > 0 ? 1 : 0
  for (let depth = 1; level.length > 0; depth++) {
    const folderCopies = new Map<string, string>()
    const next: ChildRow[] = []
    for await (const rows of childPages(db, space, level)) {
      add(rows)
      for (const row of rows) {
        const id = ids.next()
        copies.push({ id, sourceId: row.id, parentId: copyIds.get(row.parent_id!)!, level: depth })
        if (row.kind !== 'folder') continue
        folderCopies.set(row.id, id)
        next.push(row)
      }
    }
    copyIds = folderCopies
    level = next
    if (next.length > 0) height = depth + 1
  }
  return {
    space,
    copies,
    replacing: replacing.map(({ row, existingId }) => ({ id: row.id, existingId })),
    skipped,
    amount: { bytes, items },
    height,
  }
}

/** What becomes of each selected entry. In its own folder an entry is always kept beside its copy. */
async function decide(db: Db, toId: string, selected: readonly PickedRow[], options: ConflictOptions) {
  const conflicts = createNameConflicts(options)
  const tops: PickedRow[] = []
  const replacing: { row: PickedRow; existingId: string }[] = []
  let skipped = 0
  for (const some of batches(selected, NAMES_PER_QUERY)) {
    const existing = await childrenNamed(
      db,
      toId,
      some.filter((row) => row.parent_id !== toId).map((row) => row.name),
    )
    for (const row of some) {
      const namesake = row.parent_id === toId ? undefined : existing.get(row.name)
      const choice = namesake ? conflicts.decide(row, namesake) : 'keep-both'
      if (choice === 'skip') skipped++
      else if (choice === 'replace' && namesake) replacing.push({ row, existingId: namesake.id })
      else tops.push(row)
    }
  }
  conflicts.refuseOpen()
  return { tops, replacing, skipped }
}

/** The live children of these folders, page by page. */
async function* childPages(db: Db, space: Space, level: readonly ChildRow[]): AsyncGenerator<readonly ChildRow[]> {
  let some: string[] = []
  let children = 0
  for (const { id, kind, children_count } of level) {
    if (kind !== 'folder' || children_count === 0) continue
    if (children_count > CHILDREN_PER_QUERY) {
      yield* pagesOf(db, space, { parentId: id, except: new Set() }, 'live', CHILDREN_PER_QUERY)
      continue
    }
    if (children + children_count > CHILDREN_PER_QUERY) {
      yield await childrenOf(db, some)
      some = []
      children = 0
    }
    some.push(id)
    children += children_count
  }
  if (some.length > 0) yield await childrenOf(db, some)
}
