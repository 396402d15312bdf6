import type { Selection } from '@holdall/api'
import { sql } from 'kysely'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { countWrittenEntries } from './bulk-changes.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { nameKey } from './entry-name-rules.ts'
import { bySpace, type EntryRow, type Space } from './space.store.ts'
import { batches } from './subtree.store.ts'
import { isNotBelowTrash, isNotBeingDeleted } from './unfinished-changes.store.ts'

/** A selection whose `parent_id: null` is resolved to the root of a space. */
export type Picked =
  | {
      readonly ids: readonly string[]
      /** Only entries that are still in this folder. By default all have to exist. */
      readonly within?: string
    }
  | {
      readonly parentId: string
      readonly except: ReadonlySet<string>
      /** Only what came through this upload request. */
      readonly uploadRequestId?: string
    }

/** `selected` is what authorisation found for the selection: its entries, or the folder that all of them are in. */
export function picked(selection: Selection, selected: readonly EntryRow[]): Picked {
  if ('items' in selection) return { ids: selected.map((entry) => entry.id) }
  return { parentId: selected[0]!.id, except: new Set(selection.except) }
}

/** What of a selection is in one space. */
export interface PickedIn {
  readonly space: Space
  readonly which: Picked
}

/** The selected entries, or the folder that all of them are in. */
export const idsOf = (which: Picked): readonly string[] => ('ids' in which ? which.ids : [which.parentId])

/** The same where the entries may be in several spaces. */
export function pickedIn(
  selection: Selection,
  selected: readonly EntryRow[],
  spaces: ReadonlyMap<string, Space>,
): readonly PickedIn[] {
  if (!('items' in selection))
    return [{ space: spaces.get(selected[0]!.space_id)!, which: picked(selection, selected) }]
  return bySpace(selected, spaces).map(({ space, entries }) => ({ space, which: picked(selection, entries) }))
}

export interface PickedRow {
  readonly id: string
  readonly parent_id: string | null
  readonly kind: 'root' | 'folder' | 'file'
  readonly name: string
  readonly size: number
  readonly children_count: number
  readonly created_at: number
  readonly updated_at: number
  readonly modified_at: number | null
  readonly trash_root_id: string | null
}

const PAGE = 2500

/**
 * The selected entries of this space, page by page, without the root. The caller may move or delete a page before it
 * requests the next.
 */
export async function* pagesOf(
  db: Db,
  space: Space,
  which: Picked,
  state: 'live' | 'any',
  pageRows = PAGE,
): AsyncGenerator<readonly PickedRow[]> {
  const base = db
    .selectFrom('entries')
    .select(['id', 'parent_id', 'kind', 'name', 'size', 'children_count', 'trash_root_id'])
    .select(['created_at', 'updated_at', 'modified_at'])
    .where('space_id', '=', space.id)
    .where('kind', '!=', 'root')
    .$if(state === 'live', (q) => q.where('trash_root_id', 'is', null))
    .$if(state === 'any', (q) => q.where(isNotBeingDeleted))
  if ('ids' in which) {
    const { within } = which
    const rows = await base
      .where('id', 'in', which.ids)
      .$if(within !== undefined, (q) => q.where('parent_id', '=', within ?? ''))
      .execute()
    if (within === undefined && rows.length < which.ids.length) throw refuse('not-found')
    return yield rows
  }
  const { uploadRequestId } = which
  const children = base
    .where('parent_id', '=', which.parentId)
    .where('trash_root_id', 'is', null)
    .$if(uploadRequestId !== undefined, (q) => q.where('upload_request_id', '=', uploadRequestId ?? ''))
  for (const kind of ['folder', 'file'] as const) {
    // In index order, which neither moving nor deleting entries changes.
    for (let after = { name_key: '', id: '' }; ;) {
      const rows = await children
        .select('name_key')
        .where('kind', '=', kind)
        .where((eb) => eb(eb.refTuple('name_key', 'id'), '>', eb.tuple(after.name_key, after.id)))
        .orderBy('name_key')
        .orderBy('id')
        .limit(pageRows)
        .execute()
      yield rows.filter((row) => !which.except.has(row.id))
      const last = rows.at(pageRows - 1)
      if (!last) break
      after = last
    }
  }
}

/** Moves entries into another folder under their names. */
export async function reparent(trx: Trx, ids: readonly string[], parentId: string, now: number): Promise<void> {
  for (const some of batches(ids)) {
    await trx.updateTable('entries').set({ parent_id: parentId, updated_at: now }).where('id', 'in', some).execute()
    countWrittenEntries(some.length)
  }
}

/** Notes that entries were changed. */
export async function touch(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  for (const some of batches(ids)) {
    await trx.updateTable('entries').set({ updated_at: now }).where('id', 'in', some).execute()
  }
}

/** Moves one entry into another folder under another name. */
export async function renameInto(
  trx: Trx,
  id: string,
  change: Pick<EntryRow, 'parent_id' | 'name' | 'name_key' | 'updated_at'>,
): Promise<void> {
  await trx.updateTable('entries').set(change).where('id', '=', id).execute()
}

/** Rows of one statement that renames each. */
const RENAMED_PER_STATEMENT = 400

/** Moves entries into another folder, each under another name. */
export async function reparentAs(
  trx: Trx,
  entries: readonly { readonly id: string; readonly name: string }[],
  parentId: string,
  now: number,
): Promise<void> {
  for (const some of batches(entries, RENAMED_PER_STATEMENT)) {
    const rows = some.map(({ id, name }) => sql`(${id}, ${name}, ${nameKey(name)})`)
    await sql`
      with moved(id, name, name_key) as (values ${sql.join(rows)})
      update entries set parent_id = cast(${parentId} as text), name = m.name, name_key = m.name_key,
        updated_at = cast(${now} as bigint)
      from moved m where entries.id = m.id`.execute(trx)
    countWrittenEntries(some.length)
  }
}

/** The live children of a folder that have these names, by name. */
export async function childrenNamed(
  db: Db,
  parentId: string,
  names: readonly string[],
): Promise<Map<string, EntryRow>> {
  const found = new Map<string, EntryRow>()
  for (const some of batches(names)) {
    const rows = await db
      .selectFrom('entries')
      .selectAll()
      .where('parent_id', '=', parentId)
      .where('trash_root_id', 'is', null)
      .where('name', 'in', some)
      .execute()
    for (const row of rows) found.set(row.name, row)
  }
  return found
}

/** Names of one query: building it must not block. */
const NAMES_PER_QUERY = 400

/** The live entries that have these names in these folders. */
export async function namesakesOf(
  db: Db,
  wanted: readonly { readonly parentId: string; readonly name: string }[],
): Promise<(parentId: string, name: string) => EntryRow | undefined> {
  const key = (parentId: string, name: string) => `${parentId}/${name}`
  const found = new Map<string, EntryRow>()
  for (const some of batches(wanted, NAMES_PER_QUERY)) {
    const rows = some.map(({ parentId, name }) => sql`(${parentId}, ${name})`)
    // `cross join`: in this order on SQLite too.
    const { rows: entries } = await sql<EntryRow>`
      with wanted(parent_id, name) as (values ${sql.join(rows)})
      select e.* from wanted w cross join entries e
      where e.parent_id = w.parent_id and e.name = w.name and e.trash_root_id is null`.execute(db)
    for (const entry of entries) found.set(key(entry.parent_id ?? '', entry.name), entry)
  }
  return (parentId, name) => found.get(key(parentId, name))
}

/** Those of `ids` that are live folders of this space, its root included, and are not below a trashed one. */
export async function liveFolders(db: Db, space: Space, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const some of batches(ids)) {
    const rows = await db
      .selectFrom('entries')
      .select('id')
      .where('id', 'in', some)
      .where('space_id', '=', space.id)
      .where('kind', '!=', 'file')
      .where('trash_root_id', 'is', null)
      .where(isNotBelowTrash(some))
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** Which of `names` are taken among the live children of a folder. */
export async function takenNames(trx: Trx, parentId: string, names: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const some of batches(names)) {
    const rows = await trx
      .selectFrom('entries')
      .select('name')
      .where('parent_id', '=', parentId)
      .where('trash_root_id', 'is', null)
      .where('name', 'in', some)
      .execute()
    for (const row of rows) taken.add(row.name)
  }
  return taken
}
