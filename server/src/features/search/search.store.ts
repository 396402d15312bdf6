import { hasControlCharacters } from '@holdall/api'
import { type RawBuilder, sql } from 'kysely'
import { readBySize } from '../../infrastructure/db/read-by-size.ts'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { foldedName } from '../entries/entry-name-rules.ts'
import { isShown } from '../../access/unfinished-copies.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import { gramsOf } from './search-grams.ts'

/** What only some searches filter or sort by: a column that is not read costs nothing in each of up to 2,000 rows. */
export type ExtraColumn = 'owner_id' | 'parent_id' | 'name_key' | 'type_key' | 'modified_at'
const usualColumns = ['id', 'kind', 'name', 'mime', 'size', 'created_at'] as const

/** An entry whose name matches, with what it is filtered and sorted by. */
export type Match = Pick<EntryRow, (typeof usualColumns)[number]> & Partial<Pick<EntryRow, ExtraColumn>>

export interface Search {
  readonly space: Pick<Space, 'id' | 'owner_id'>
  readonly kind: 'folder' | 'file'
  /** A folded name, or a part of one. */
  readonly text: string
  /** The most matches. */
  readonly limit: number
  /** Read of each match, beside the usual columns. */
  readonly extra: readonly ExtraColumn[]
}

export interface SearchLimits {
  /** With so many entries the index may have too many candidates to compare beside other requests. */
  readonly manyEntries: number
  /** Newest files, and newest folders, among which a text is looked for. */
  readonly newest: number
  /** About 1,500 names have a text that so many entries of the sample have: all of them can be read and sorted. */
  readonly rare: number
}
const searchLimits: SearchLimits = { manyEntries: 5000, newest: 4000, rare: 48 }

const columnsOf = ({ extra }: Pick<Search, 'extra'>) =>
  sql.raw([...usualColumns, ...extra].map((name) => `e.${name}`).join(', '))

/**
 * Live entries of a space whose name contains a text, at most `limit`: the newest. On PostgreSQL, where an index cannot
 * be read in an order, they need not be the newest where more names have the text than `limit`.
 */
export async function matchesOf(
  { db, engine }: Pick<Infrastructure, 'db' | 'engine'>,
  search: Search,
  limits = searchLimits,
): Promise<Match[]> {
  // No name has them, and they separate the tokens of the index.
  if (hasControlCharacters(search.text)) return []
  if (engine === 'postgres') return matchesOnPostgres(db, search, limits)
  const own = db.selectFrom('entries').where('owner_id', '=', search.space.owner_id)
  return readBySize(
    db,
    own.select('owner_id as id'),
    limits.manyEntries,
    async () => (await onSqlite(search).execute(db)).rows,
  )
}

/** Team folders of which a user is owner or member whose name contains a text. There are few: the index leaves them out. */
export async function teamFoldersNamed(
  { db }: Pick<Infrastructure, 'db'>,
  rootIds: readonly string[],
  text: string,
): Promise<Match[]> {
  if (rootIds.length === 0) return []
  const roots = await db
    .selectFrom('entries')
    .select([...usualColumns, 'owner_id', 'parent_id', 'name_key', 'type_key', 'modified_at'])
    .where('id', 'in', rootIds)
    .execute()
  return roots.filter(({ name }) => foldedName(name).includes(text))
}

export const newestFirst = (a: Match, b: Match): number => b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

/** Walks the numbers of the matching entries backwards, and stops at the limit. */
function onSqlite({ space, kind, text, limit, extra }: Search): RawBuilder<Match> {
  const scope = space.id.replaceAll('-', '').slice(-12) + (kind === 'folder' ? 'd' : 'f')
  const tokens = gramsOf(text).map((gram) => `"${(scope + gram).replaceAll('"', '""')}"`)
  // Shorter parts are prefixes of the tokens.
  const match = Array.from(text).length < 3 ? `${tokens[0] ?? ''}*` : tokens.join(' AND ')
  return sql<Match>`
    select ${columnsOf({ extra })} from search_tokens
    join search_entries s on s.no = search_tokens.rowid join entries e on e.id = s.entry_id
    where search_tokens match ${match} and e.space_id = ${space.id} and ${isShown} and instr(${folded}, ${text}) > 0
    order by search_tokens.rowid desc limit ${limit}`
}

const folded = sql`substr(e.name_key, ${sql.raw('instr(e.name_key, char(1))')} + 1)`
const foldedOnPostgres = sql`substr(e.name_key, position(chr(1) in e.name_key) + 1)`

/**
 * Entries are looked for among the newest first, which in most spaces are all. If those are too few, the index of every
 * 32nd entry tells how frequent the text is: all entries that have a rare one are read; of a frequent one those of the
 * sample, or, if that has too few, those of the whole index.
 */
async function matchesOnPostgres(db: Db, search: Search, { newest: most, rare }: SearchLimits): Promise<Match[]> {
  const find = async (query: RawBuilder<Match>) => (await query.execute(db)).rows
  const { kind, limit } = search
  const newest = await find(amongNewest(search, most))
  if (newest.length === limit || !(await hasOlder(db, search, most))) return newest.toSorted(newestFirst)
  // Folders are fewer: mostly the sample has too few of them, whose rows would be read for nothing.
  const sample = kind === 'file' ? await find(indexed(search, inSample)) : []
  const inSampleCount = kind === 'file' ? sample.length : await countInSample(db, search)
  if (inSampleCount <= Math.min(rare, limit - 1)) return find(newestIndexed(search))
  const isSampleEnough = inSampleCount === limit
  const others =
    isSampleEnough && kind === 'file' ? sample : await find(indexed(search, isSampleEnough ? inSample : undefined))
  const all = new Map([...newest, ...others].map((match) => [match.id, match]))
  return [...all.values()].toSorted(newestFirst).slice(0, limit)
}

/** How many entries of the sample match, at most the limit. */
async function countInSample(db: Db, search: Search): Promise<number> {
  const { rows } = await sql<{ matches: string }>`
    select count(*) as matches from (${indexed(search, inSample)}) as matching`.execute(db)
  return Number(rows[0]?.matches ?? 0)
}

/** In the order of an index of their own. */
const newestOf = ({ space, kind }: Search, columns: RawBuilder<unknown>) => sql`
  select ${columns} from entries e
  where space_id = ${space.id} and kind = ${sql.lit(kind)} and trash_root_id is null and ${isShown}
  order by created_at desc, id desc`

function amongNewest(search: Search, most: number): RawBuilder<Match> {
  const { text, limit, extra } = search
  // The key has more than the folded name; that it contains the text at all is compared faster.
  const read = columnsOf({ extra: [...new Set([...extra, 'name_key'] as const)] })
  return sql<Match>`
    select ${columnsOf({ extra })} from (${newestOf(search, read)} limit ${most}) as e
    where position(${text} in e.name_key) > 0 and position(${text} in ${foldedOnPostgres}) > 0 limit ${limit}`
}

/** Whether a space has entries of the kind beyond its newest. */
async function hasOlder(db: Db, search: Search, most: number): Promise<boolean> {
  const { rows } = await sql`${newestOf(search, sql`1`)} limit 1 offset ${most}`.execute(db)
  return rows.length > 0
}

/** As the condition of the index on the sample, which is not used otherwise. */
const inSample = sql`(hashtextextended(e.id, 0) & 31) = 0`

function indexed(
  { space, kind, text, limit, extra }: Search,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<Match> {
  const grams = sql.join(
    gramsOf(text).map((gram) => sql`hashtextextended(${gram}, hashtextextended(${space.id + kind}, 0))`),
  )
  return sql<Match>`
    select ${columnsOf({ extra })} from entries e
    where search_grams(space_id, kind, name_key) @> array[${grams}] and trash_root_id is null and ${isShown} and kind <> 'root'
    and space_id = ${space.id} and kind = ${kind} and position(${text} in ${foldedOnPostgres}) > 0 and ${condition}
    limit ${limit}`
}

/** The newest of all that the index finds. */
function newestIndexed(search: Search): RawBuilder<Match> {
  return sql<Match>`
    with found as materialized (${indexed({ ...search, limit: MAX_SORTED })})
    select * from found order by created_at desc, id desc limit ${search.limit}`
}

/** More than a rare text has. */
const MAX_SORTED = 5000

/** The whole rows of matches that are still live, by id. */
export async function liveRows(
  { db }: Pick<Infrastructure, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('entries')
    .selectAll()
    .where('id', 'in', ids)
    .where('trash_root_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of `folderIds` that are `folderId` or below it. */
export async function foldersWithin(
  { db }: Pick<Infrastructure, 'db'>,
  folderIds: readonly string[],
  folderId: string,
): Promise<ReadonlySet<string>> {
  if (folderIds.length === 0) return new Set()
  const starts = sql.join([...new Set(folderIds)].map((id) => sql`(${id})`))
  // With many deep folders the way up is long, and only what is found is worth reading here.
  const { rows } = await readInBackground(() =>
    sql<{ id: string }>`
      with recursive
        up(start, id) as (
          select column1, column1 from (values ${starts}) as starts
          union all
          select up.start, e.parent_id from up join entries e on e.id = up.id
          where up.id <> ${folderId} and e.parent_id is not null
        )
      select start as id from up where id = ${folderId}`.execute(db),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Entries below one folder that a search compares by itself. */
export const MAX_WALKED = 10_000

/**
 * The live entries below a folder whose name contains a text, without the index: of the first `maxWalked` entries below it,
 * level by level, the newest folders and files, at most `limit` of each. `isWhole`: there are no other entries.
 */
export async function matchesBelow(
  { db, engine }: Pick<Infrastructure, 'db' | 'engine'>,
  folderId: string,
  { text, limit, extra, maxWalked }: Pick<Search, 'text' | 'limit' | 'extra'> & { readonly maxWalked: number },
): Promise<{ readonly matches: Match[]; readonly isWhole: boolean }> {
  const hasText =
    engine === 'postgres' ? sql`position(${text} in ${foldedOnPostgres}) > 0` : sql`instr(${folded}, ${text}) > 0`
  const { rows } = await readInBackground(() =>
    sql<{ [K in keyof Match]: Match[K] | null } & { walked: number; place: number | null }>`
      with recursive
        below(id, kind) as (
          select id, kind from entries where parent_id = ${folderId} and trash_root_id is null
          union all
          select e.id, e.kind from below join entries e on e.parent_id = below.id
          where below.kind = 'folder' and e.trash_root_id is null
        ),
        walked as materialized (select id from below limit ${maxWalked + 1}),
        found as (
          select ${columnsOf({ extra })}, row_number() over (partition by e.kind order by e.created_at desc, e.id desc) as place
          from walked join entries e on e.id = walked.id where ${hasText}
        )
      select total.walked, found.* from (select count(*) as walked from walked) as total
      left join found on found.place <= ${limit}`.execute(db),
  )
  return {
    matches: rows.flatMap(({ walked: _walked, place: _place, ...match }) =>
      match.id === null ? [] : [match as Match],
    ),
    isWhole: Number(rows[0]?.walked ?? 0) <= maxWalked,
  }
}
