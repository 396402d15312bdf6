import type { ConflictOptions } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { recordActivity } from '../../infrastructure/db/recorded-activity.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { nameKey } from '../entries/entry-name-rules.ts'
import { countsOf, freeName } from '../entries/entry-placement.store.ts'
import { createNameConflicts, type NameConflicts } from '../entries/name-conflicts.ts'
import { refuseSubtreeDepths } from '../entries/path-depth.ts'
import { liveFolders, namesakesOf, renameInto, reparent, touch } from '../entries/selection.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import { countEach, markLive, nested, uncount } from '../entries/subtree.store.ts'
import { createTriedNumbers } from '../entries/tried-numbers.ts'
import { trash, trashedEntries } from './trash.store.ts'

export interface RestoreOptions {
  /** Puts them at the top of the space, wherever they were. */
  readonly toTop: boolean
  readonly conflicts: ConflictOptions
  readonly maxDepth: number
  /** Who restores them. */
  readonly userId: string
  readonly now: number
}

export interface Restored {
  readonly ids: readonly string[]
  /** Files that they have replaced. */
  readonly trashed: readonly string[]
}

/** An entry and the folder that it is restored into. */
interface Placed {
  readonly row: EntryRow
  readonly toId: string
}

/**
 * Restores trashed entries of a space that the caller has locked: each to where it was, or to the top when that is gone or
 * is in the trash itself. Those that are in others of them follow these. The number of statements does not depend on that
 * of the entries, but for those that get another name.
 */
export async function restoreAll(
  trx: Trx,
  space: Space,
  ids: readonly string[],
  options: RestoreOptions,
): Promise<Restored> {
  const conflicts = createNameConflicts(options.conflicts)
  const restored = new Set<string>()
  const trashed: string[] = []
  let rows = await restorableEntries(trx, space, ids)
  while (rows.length > 0) {
    const inside = await nestedAmong(trx, rows)
    const level = rows.filter(({ id }) => !inside.has(id))
    const replaced = await restoreLevel(trx, space, level, { ...options, conflicts, restored })
    for (const { id } of replaced) trashed.push(id)
    const below = rows.filter(({ id }) => inside.has(id)).map(({ id }) => id)
    rows = below.length > 0 ? await trashedEntries(trx, space, below) : []
    // What is in a folder that was just restored is live already.
    const left = new Set(rows.map(({ id }) => id))
    for (const id of below) if (!left.has(id)) restored.add(id)
  }
  conflicts.refuseOpen()
  return { ids: [...restored], trashed }
}

export interface RestorePlan {
  readonly space: Space
  /** Roots of the trash. */
  readonly rootIds: readonly string[]
  /** Entries that were trashed with one of these roots: they are restored with it. */
  readonly followingIds: readonly string[]
  /** Parts of trashed folders that are not restored themselves. */
  readonly partIds: readonly string[]
}

/** Refuses what `restoreAll` refuses, before anything is written. What is to be skipped is not in the plan. */
export async function planRestore(
  db: Db,
  space: Space,
  ids: readonly string[],
  options: RestoreOptions,
): Promise<RestorePlan> {
  const conflicts = createNameConflicts(options.conflicts)
  const rows = await restorableEntries(db, space, ids)
  const inside = await nestedAmong(db, rows)
  const level = rows.filter(({ id }) => !inside.has(id))
  const { coming } = await place(db, space, level, { toTop: options.toTop, conflicts, restored: new Set() })
  conflicts.refuseOpen()
  await refuseSubtreeDepths(db, idsByFolder(coming), options.maxDepth)
  const comingIds = new Set(idsOf(coming))
  const roots = rows.filter((row) => row.trash_root_id === row.id && (comingIds.has(row.id) || inside.has(row.id)))
  const rootIds = new Set(roots.map(({ id }) => id))
  const following = rows.filter((row) => row.trash_root_id !== row.id && rootIds.has(row.trash_root_id ?? ''))
  const followingIds = new Set(following.map(({ id }) => id))
  const parts = rows.filter(
    (row) => row.trash_root_id !== row.id && !followingIds.has(row.id) && (comingIds.has(row.id) || inside.has(row.id)),
  )
  const partIds = parts.map(({ id }) => id)
  return { space, rootIds: [...rootIds], followingIds: [...followingIds], partIds }
}

async function restorableEntries(db: Db, space: Space, ids: readonly string[]): Promise<EntryRow[]> {
  const rows = await trashedEntries(db, space, ids)
  if (rows.length < ids.length) throw refuse('not-found')
  // A member takes back what that member has put there, and nothing else.
  if (space.memberId !== undefined && rows.some((row) => row.trashed_by !== space.memberId)) throw refuse('not-found')
  return rows
}

/** Those of one folder are never below each other. */
const nestedAmong = async (db: Db, rows: readonly EntryRow[]): Promise<ReadonlySet<string>> =>
  new Set(rows.map((row) => row.parent_id)).size < 2
    ? new Set()
    : nested(
        db,
        rows.map(({ id }) => id),
      )

interface Level extends Omit<RestoreOptions, 'conflicts'> {
  readonly conflicts: NameConflicts
  /** Of this call; their names are not asked about. */
  readonly restored: Set<string>
}

interface PlacedLevel {
  /** First what replaces another entry, which gets its name. */
  readonly coming: readonly Placed[]
  readonly replaced: readonly EntryRow[]
  readonly namesakeOf: (parentId: string, name: string) => EntryRow | undefined
}

/** Decides where entries are restored to of which none is in another one, and what they replace. */
async function place(
  db: Db,
  space: Space,
  rows: readonly EntryRow[],
  { toTop, conflicts, restored }: Pick<Level, 'toTop' | 'conflicts' | 'restored'>,
): Promise<PlacedLevel> {
  const parentIds = toTop ? [] : rows.flatMap((row) => row.parent_id ?? [])
  const parents = await liveFolders(db, space, [...new Set(parentIds)])
  const placed = rows.map((row) => ({ row, toId: parents.has(row.parent_id ?? '') ? row.parent_id! : space.root_id }))
  const namesakeOf = await namesakesOf(
    db,
    placed.map(({ row, toId }) => ({ parentId: toId, name: row.name })),
  )
  const replacing: Placed[] = []
  const others: Placed[] = []
  const replaced: EntryRow[] = []
  for (const { row, toId } of placed) {
    const namesake = namesakeOf(toId, row.name)
    const choice = namesake && !restored.has(namesake.id) ? conflicts.decide(row, namesake) : 'keep-both'
    if (choice === 'skip') continue
    if (choice === 'replace' && namesake) replaced.push(namesake)
    ;(choice === 'replace' ? replacing : others).push({ row, toId })
  }
  return { coming: [...replacing, ...others], replaced, namesakeOf }
}

/** Restores entries of which none is in another one. Returns what went to the trash in their place. */
async function restoreLevel(
  trx: Trx,
  space: Space,
  rows: readonly EntryRow[],
  { maxDepth, userId, now, ...options }: Level,
): Promise<readonly EntryRow[]> {
  const { restored } = options
  const { coming, replaced, namesakeOf } = await place(trx, space, rows, options)
  await trash(trx, replaced, { now, by: userId })
  const ids = idsOf(coming)
  if (ids.length === 0) return replaced
  const byFolder = groupedByFolder(coming)
  await refuseSubtreeDepths(trx, idsByFolder(coming), maxDepth)
  await uncount(trx, ids)
  const free: Placed[] = []
  const clashing: Placed[] = []
  const replacedIds = new Set(replaced.map(({ id }) => id))
  /** By folder, the names that are taken by these. */
  const given = new Map([...byFolder.keys()].map((toId) => [toId, new Set<string>()]))
  for (const one of coming) {
    const { name } = one.row
    const namesake = namesakeOf(one.toId, name)
    const isTaken = given.get(one.toId)!.has(name) || (namesake !== undefined && !replacedIds.has(namesake.id))
    if (isTaken) clashing.push(one)
    else free.push(one)
    given.get(one.toId)!.add(name)
  }
  const isMoved = ({ row, toId }: Placed) => row.parent_id !== toId
  await touch(trx, idsOf(free.filter((one) => !isMoved(one))), now)
  await reparent(trx, idsOf(free.filter(isMoved)), space.root_id, now)
  const numbers = new Map([...byFolder.keys()].map((toId) => [toId, createTriedNumbers()]))
  for (const { row, toId } of clashing) {
    const taken = { numbers: numbers.get(toId)!, given: given.get(toId)! }
    const name = await freeName(trx, toId, row.name, row.kind === 'folder' ? 'folder' : 'file', taken)
    given.get(toId)!.add(name)
    recordActivity(trx, 'restored', [{ ...row, name }], { folderId: toId })
    await renameInto(trx, row.id, { parent_id: toId, name, name_key: nameKey(name), updated_at: now })
  }
  for (const { row, toId } of free) recordActivity(trx, 'restored', [row], { folderId: toId })
  await markLive(trx, ids)
  await countEach(
    trx,
    [...byFolder].map(([id, some]) => ({ id, ...countsOf(some) })),
  )
  for (const id of ids) restored.add(id)
  return replaced
}

function groupedByFolder(placed: readonly Placed[]): ReadonlyMap<string, readonly EntryRow[]> {
  const byFolder = new Map<string, EntryRow[]>()
  for (const { row, toId } of placed) {
    const some = byFolder.get(toId)
    if (some) some.push(row)
    else byFolder.set(toId, [row])
  }
  return byFolder
}

const idsByFolder = (placed: readonly Placed[]) =>
  new Map([...groupedByFolder(placed)].map(([folderId, some]) => [folderId, some.map(({ id }) => id)]))

const idsOf = (placed: readonly Placed[]) => placed.map(({ row }) => row.id)
