import type { EntryLocation, FolderTotals } from '@holdall/api'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../infrastructure/db/schema.ts'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { keyPrefixes } from './entry-name-rules.ts'
import { columnOf, folderColumnOf, type ListingOrder, type SortColumn, sortKeyOf } from './listing-order.store.ts'
import type { EntryRow } from './space.store.ts'

export interface Page extends ListingOrder {
  readonly offset: number
  readonly limit: number
  /** Only what came through this upload request; the folder's counts are of that too (`countedFor`). */
  readonly uploadRequestId?: string | undefined
}

/**
 * A page of the live children: folders first, then files. The folder's own counts say where the files begin, so that a
 * page is one or two short index scans, whichever page it is.
 */
export async function pageOfFolder(db: Db, folder: EntryRow, page: Page): Promise<EntryRow[]> {
  const folders = await walk(db, folder, 'folder', page, page.offset, page.limit)
  const skipped = Math.max(0, page.offset - folder.folders_count)
  return [...folders, ...(await walk(db, folder, 'file', page, skipped, page.limit - folders.length))]
}

async function walk(
  db: Db,
  folder: EntryRow,
  kind: 'folder' | 'file',
  page: Page,
  offset: number,
  limit: number,
): Promise<EntryRow[]> {
  const total = kind === 'folder' ? folder.folders_count : folder.children_count - folder.folders_count
  const rows = Math.min(limit, total - offset)
  if (rows <= 0) return []
  const column = columnOf(page.sort, kind)
  // Skipped rows cost time: the second half of a long folder is scanned from its end.
  const fromEnd = offset > total / 2
  const skip = fromEnd ? total - offset - rows : offset
  const way = (page.direction === 'ASC') !== fromEnd ? 'asc' : 'desc'
  const ids = liveChildren(db, folder.id, kind, page)
    .select('id')
    .orderBy(sortKeyOf(column), way)
    .orderBy('id', way)
    .limit(rows)
    .offset(skip)
  const order = page.direction === 'ASC' ? 'asc' : 'desc'
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(sortKeyOf(column), order)
    .orderBy('id', order)
    .execute()
}

/** More matches than this are not sorted: a scan in the order of the result finds the first one soon. */
const SORTED_MATCHES = 2000

export interface Position {
  readonly id: string
  readonly index: number
}

/** The first live child whose name begins with `prefix`, in the order of the page. */
export async function positionOfPrefix(
  db: Db,
  folder: EntryRow,
  page: Pick<Page, 'sort' | 'direction' | 'uploadRequestId'>,
  prefix: string,
  sortedMatches = SORTED_MATCHES,
): Promise<Position | null> {
  const keys = keyPrefixes(prefix)
  for (const kind of ['folder', 'file'] as const) {
    const total = kind === 'folder' ? folder.folders_count : folder.children_count - folder.folders_count
    if (total === 0) continue
    const column = columnOf(page.sort, kind)
    const children = liveChildren(db, folder.id, kind, page)
    const found = await firstOfPrefix(children, column, page.direction, keys, sortedMatches)
    if (!found) continue
    const before = await countBefore(children, column, page.direction, found)
    return { id: found.id, index: before + (kind === 'file' ? folder.folders_count : 0) }
  }
  return null
}

interface Found {
  readonly id: string
  readonly value: string | number
}
const liveChildren = (
  db: Db,
  folderId: string,
  kind: 'folder' | 'file',
  { uploadRequestId }: Pick<Page, 'uploadRequestId'>,
) =>
  db
    .selectFrom('entries')
    .where('parent_id', '=', folderId)
    .where('kind', '=', kind)
    .where('trash_root_id', 'is', null)
    .$if(uploadRequestId !== undefined, (q) => q.where('upload_request_id', '=', uploadRequestId ?? ''))

/** Higher than anything a name continues with, byte by byte. */
const LAST = '\u{10ffff}'

async function firstOfPrefix(
  children: SelectQueryBuilder<Database, 'entries', object>,
  column: SortColumn,
  direction: Page['direction'],
  keys: readonly string[],
  sortedMatches: number,
): Promise<Found | undefined> {
  const way = direction === 'ASC' ? 'asc' : 'desc'
  if (column === 'name_key') {
    for (const key of direction === 'ASC' ? keys : keys.toReversed()) {
      const found = await children
        .select(['id', 'name_key as value'])
        .where('name_key', '>=', key)
        .where('name_key', '<', key + LAST)
        .orderBy('name_key', way)
        .orderBy('id', way)
        .limit(1)
        .executeTakeFirst()
      if (found) return found
    }
    return undefined
  }
  const matches: Found[] = []
  const value = sortKeyOf(column)
  for (const key of keys) {
    const some = await children
      .select(['id', value.as('value')])
      .where('name_key', '>=', key)
      .where('name_key', '<', key + LAST)
      .limit(sortedMatches - matches.length)
      .execute()
    matches.push(...some)
    if (matches.length >= sortedMatches) break
  }
  if (matches.length < sortedMatches) {
    const sign = direction === 'ASC' ? 1 : -1
    const order = (a: Found, b: Found) => sign * (compareValues(a, b, column) || (a.id < b.id ? -1 : 1))
    return matches.sort(order)[0]
  }
  return readInBackground(() =>
    children
      .select(['id', value.as('value')])
      // An expression, so that the engine scans the index of the result order and not the one on names.
      .where((eb) =>
        eb.or(
          keys.map((key) => eb.and([eb(sql`name_key || ''`, '>=', key), eb(sql`name_key || ''`, '<', key + LAST)])),
        ),
      )
      .orderBy(value, way)
      .orderBy('id', way)
      .limit(1)
      .executeTakeFirst(),
  )
}

/** Like the engines: texts byte by byte. PostgreSQL answers large numbers as text, too. */
function compareValues(a: Found, b: Found, column: SortColumn): number {
  if (column === 'type_key') return Buffer.compare(Buffer.from(String(a.value)), Buffer.from(String(b.value)))
  return Number(a.value) - Number(b.value)
}

async function countBefore(
  children: SelectQueryBuilder<Database, 'entries', object>,
  column: SortColumn,
  direction: Page['direction'],
  { id, value }: Found,
): Promise<number> {
  const key = sortKeyOf(column)
  const way = direction === 'ASC' ? '<' : '>'
  const { n } = await children
    .select((eb) => eb.fn.countAll<number>().as('n'))
    // Not as a comparison of rows, for which SQLite reads no range of an index on an expression.
    .where((eb) => eb(key, `${way}=`, value))
    .where((eb) => eb.or([eb(key, way, value), eb('id', way, id)]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Folders whose children one query counts. */
const COUNTED_PER_QUERY = 500

/** These entries, folders with the counts of those live children that came through an upload request. */
export async function countedFor(
  db: Db,
  rows: readonly EntryRow[],
  uploadRequestId: string | undefined,
): Promise<EntryRow[]> {
  if (uploadRequestId === undefined) return [...rows]
  const counted = new Map<string, Pick<EntryRow, 'children_count' | 'folders_count' | 'files_size'>>()
  const folders = rows.filter(({ kind }) => kind !== 'file')
  for (let at = 0; at < folders.length; at += COUNTED_PER_QUERY) {
    const some = folders.slice(at, at + COUNTED_PER_QUERY).map(({ id }) => id)
    const kinds = await db
      .selectFrom('entries')
      .select(({ fn }) => ['parent_id', 'kind', fn.countAll<number>().as('count'), fn.sum<number>('size').as('bytes')])
      .where('parent_id', 'in', some)
      .where('trash_root_id', 'is', null)
      .where('upload_request_id', '=', uploadRequestId)
      .groupBy(['parent_id', 'kind'])
      .execute()
    for (const { parent_id, kind, count, bytes } of kinds) {
      const before = counted.get(parent_id ?? '') ?? none
      const isFile = kind === 'file'
      counted.set(parent_id ?? '', {
        children_count: before.children_count + Number(count),
        folders_count: before.folders_count + (isFile ? 0 : Number(count)),
        files_size: before.files_size + (isFile ? Number(bytes) : 0),
      })
    }
  }
  return rows.map((row) => (row.kind === 'file' ? row : { ...row, ...(counted.get(row.id) ?? none) }))
}

const none = { children_count: 0, folders_count: 0, files_size: 0 }

/** Totals of a listing over several folders. A folder keeps its own. */
export async function totalsOf(found: SelectQueryBuilder<Database, 'entries', object>): Promise<FolderTotals> {
  const kinds = await found
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.sum<number>('size').as('bytes')])
    .groupBy('kind')
    .execute()
  const of = (kind: EntryRow['kind']) => kinds.find((row) => row.kind === kind)
  return { folders: of('folder')?.count ?? 0, files: of('file')?.count ?? 0, filesize: of('file')?.bytes ?? 0 }
}

/**
 * The folders between `topId` and `folder`, topmost first, without `folder`, and without `topId` unless `isTopShown`. Throws `not-found` where the folder is not
 * below `topId` any more: what is above it by now may be hidden from the caller.
 */
export async function ancestorsOf(
  db: Db,
  folder: EntryRow,
  topId: string,
  { isTopShown = false }: { readonly isTopShown?: boolean } = {},
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive up(id, name, parent_id, depth) as (
      select id, name, parent_id, 1 from entries where id = ${folder.parent_id}
      union all
      select e.id, e.name, e.parent_id, up.depth + 1 from entries e join up on e.id = up.parent_id where up.id <> ${topId}
    )
    select id, name from up order by depth desc`.execute(db)
  const [top, ...ancestors] = rows
  if (top?.id !== topId) throw refuse('not-found')
  return isTopShown ? rows : ancestors
}

/** The live folders inside these folders, in order, at most `limit`. */
export function foldersOf(
  db: Db,
  parentIds: readonly string[],
  { sort, direction, uploadRequestId }: Pick<Page, 'sort' | 'direction' | 'uploadRequestId'>,
  limit: number,
): Promise<EntryRow[]> {
  const way = direction === 'ASC' ? 'asc' : 'desc'
  return db
    .selectFrom('entries')
    .selectAll()
    .where('parent_id', 'in', parentIds)
    .where('kind', '=', 'folder')
    .where('trash_root_id', 'is', null)
    .$if(uploadRequestId !== undefined, (q) => q.where('upload_request_id', '=', uploadRequestId ?? ''))
    .orderBy(folderColumnOf(sort), way)
    .orderBy('id', way)
    .limit(limit)
    .execute()
}

/** Where a folder is in a level: the value that the level is sorted by, and its id. */
export interface LevelPosition {
  readonly value: string | number
  readonly id: string
}

export const positionInLevel = (row: EntryRow, order: Pick<Page, 'sort'>): LevelPosition => ({
  value: row[folderColumnOf(order.sort)],
  id: row.id,
})

/**
 * The folders of one level in order, those behind `after`, `pageRows` per query: reading all at once would block other
 * requests for too long.
 */
export async function* levelOf(
  db: Db,
  parentId: string,
  { sort, direction, uploadRequestId }: Pick<Page, 'sort' | 'direction' | 'uploadRequestId'>,
  { after, pageRows }: { readonly after: LevelPosition | null; readonly pageRows: number },
): AsyncGenerator<readonly EntryRow[]> {
  const column = folderColumnOf(sort)
  const way = direction === 'ASC' ? 'asc' : 'desc'
  for (let last = after; ;) {
    const before = last
    const rows = await liveChildren(db, parentId, 'folder', { uploadRequestId })
      .selectAll()
      .$if(before !== null, (q) =>
        q.where((eb) =>
          eb(
            eb.refTuple(column, 'id'),
            direction === 'ASC' ? '>' : '<',
            eb.tuple(before?.value as string, before?.id ?? ''),
          ),
        ),
      )
      .orderBy(column, way)
      .orderBy('id', way)
      .limit(pageRows)
      .execute()
    yield rows
    const end = rows.at(pageRows - 1)
    if (!end) return
    last = positionInLevel(end, { sort })
  }
}

/** Most folder names in a location. */
const LOCATION_NAMES = 5

/** Where entries are, or were before they were trashed, by the id of their folder; a folder that is missing here is the top. */
export async function locationsOf(db: Db, parentIds: readonly string[]): Promise<Map<string, EntryLocation>> {
  const found = new Map<string, EntryLocation>()
  if (parentIds.length === 0) return found
  const { rows } = await sql<{ start: string; name: string }>`
    with recursive up(start, parent_id, name, kind, depth) as (
      select id, parent_id, name, kind, 1 from entries where id in (${sql.join([...new Set(parentIds)])})
      union all
      select up.start, e.parent_id, e.name, e.kind, up.depth + 1 from entries e join up on e.id = up.parent_id
      where up.depth <= ${LOCATION_NAMES}
    )
    select start, name from up where kind <> 'root' or name <> '' order by depth desc`.execute(db)
  for (const { start, name } of rows) {
    const { path } = found.get(start) ?? { path: [] }
    found.set(start, { id: start, path: [...path, name], truncated: false })
  }
  for (const [id, { path }] of found) {
    if (path.length > LOCATION_NAMES) found.set(id, { id, path: path.slice(1), truncated: true })
  }
  return found
}

/**
 * The same for visitors of a link to `topId`, from there down. A folder that is not below it, by now, is missing here:
 * what is in it must not be shown.
 */
export async function locationsBelow(
  db: Db,
  parentIds: readonly string[],
  topId: string,
): Promise<Map<string, EntryLocation>> {
  const found = new Map<string, EntryLocation>()
  if (parentIds.length === 0) return found
  const { rows } = await readInBackground(() =>
    sql<{ start: string; id: string; name: string }>`
      with recursive up(start, id, parent_id, name, depth) as (
        select id, id, parent_id, name, 1 from entries where id in (${sql.join([...new Set(parentIds)])})
        union all
        select up.start, e.id, e.parent_id, e.name, up.depth + 1 from entries e join up on e.id = up.parent_id
        where up.id <> ${topId}
      )
      select start, id, name from up order by depth desc`.execute(db),
  )
  for (const { start, id, name } of rows) {
    const above = found.get(start)
    if (id === topId) found.set(start, { id: start === topId ? null : start, path: [], truncated: false })
    else if (above) found.set(start, { ...above, path: [...above.path, name] })
  }
  for (const [start, location] of found) {
    const { path } = location
    if (path.length > LOCATION_NAMES) {
      found.set(start, { ...location, path: path.slice(-LOCATION_NAMES), truncated: true })
    }
  }
  return found
}
