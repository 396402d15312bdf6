import { sql } from 'kysely'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'
import type { EntryRow } from '../entries/space.store.ts'

export const zipColumns = [
  'id',
  'kind',
  'name',
  'size',
  'blob_id',
  'version',
  'created_at',
  'updated_at',
  'modified_at',
  'trash_root_id',
  'children_count',
  'folders_count',
] as const

/** An entry as a zip needs it. */
export type ZipRow = Pick<EntryRow, (typeof zipColumns)[number]>

/** What a selection names: some entries, or those in a folder that are in the same state, except some. */
export type ZipTop =
  | { readonly entries: readonly ZipRow[] }
  | { readonly folder: Pick<ZipRow, 'id' | 'trash_root_id'>; readonly except: ReadonlySet<string> }

const PAGE = 250

/** The children of a folder that are in its own state, page by page: folders or files, by name. */
export async function* childPages(
  db: Db,
  folder: Pick<ZipRow, 'id' | 'trash_root_id'>,
  kind: 'folder' | 'file',
): AsyncGenerator<readonly ZipRow[]> {
  const children = db
    .selectFrom('entries')
    .select([...zipColumns, 'name_key'])
    .where('parent_id', '=', folder.id)
    .where('kind', '=', kind)
    .$if(folder.trash_root_id === null, (q) => q.where('trash_root_id', 'is', null))
    .$if(folder.trash_root_id !== null, (q) =>
      q
        .where('trash_root_id', 'is not', null)
        // An expression, so that the engine reads the index on the folder and not all that was trashed together.
        .where(sql`coalesce(trash_root_id, '')`, '=', folder.trash_root_id),
    )
  for (let after = { name_key: '', id: '' }; ;) {
    const rows = await children
      .where((eb) => eb(eb.refTuple('name_key', 'id'), '>', eb.tuple(after.name_key, after.id)))
      .orderBy('name_key')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield rows
    const last = rows.at(PAGE - 1)
    if (!last) return
    after = last
  }
}

export interface ZipExtent {
  /** At most one more than fit into a zip, and then the other values are not those of the whole. */
  readonly entries: number
  /** Of all paths together. */
  readonly pathBytes: number
  /** Folders above the deepest entry, and itself. */
  readonly levels: number
}

/** How much a selection and all that is below it is; reads no more than one level and one entry too many. */
export async function extentOf(
  db: Db,
  top: ZipTop,
  { maxEntries, maxLevels }: { readonly maxEntries: number; readonly maxLevels: number },
): Promise<ZipExtent> {
  const first =
    'entries' in top
      ? sql`id in (${sql.join(top.entries.map(({ id }) => id))})`
      : sql`parent_id = ${top.folder.id} and coalesce(trash_root_id, '') = ${top.folder.trash_root_id ?? ''}
          ${top.except.size > 0 ? sql`and id not in (${sql.join([...top.except])})` : sql``}`
  const { rows } = await readInBackground(() =>
    sql<{ entries: number; bytes: number | null; levels: number | null }>`
      with recursive below(id, kind, state, levels, bytes) as (
        select id, kind, coalesce(trash_root_id, ''), 1, octet_length(name) from entries where ${first}
        union all
        select e.id, e.kind, below.state, below.levels + 1, below.bytes + 1 + octet_length(e.name)
        from entries e join below on e.parent_id = below.id
        where below.kind <> 'file' and coalesce(e.trash_root_id, '') = below.state and below.levels <= ${maxLevels}
      )
      select count(*) as entries, sum(bytes) as bytes, max(levels) as levels
      from (select bytes, levels from below limit ${maxEntries + 1}) as counted`.execute(db),
  )
  const { entries = 0, bytes, levels } = rows[0] ?? {}
  return { entries: Number(entries), pathBytes: Number(bytes ?? 0), levels: Number(levels ?? 0) }
}
