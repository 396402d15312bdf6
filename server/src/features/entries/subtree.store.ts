import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { recordEntryCounts, trashedCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import { recordFolders, recordTrash } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { countWrittenEntries } from './bulk-changes.ts'
import type { Counts } from './entry-placement.store.ts'

/**
 * Subtracts `ids` from the counts of their folders. A folder counts entries of its own state: what was put into
 * the trash by itself is subtracted already, what is in a trashed folder is still counted.
 */
export async function uncount(trx: Trx, ids: readonly string[]): Promise<void> {
  for await (const changes of countsToSubtract(trx, ids)) await countEach(trx, changes)
}

/** The same in folders that no page shows. */
export async function uncountHidden(trx: Trx, ids: readonly string[]): Promise<void> {
  for await (const changes of countsToSubtract(trx, ids)) await countHidden(trx, changes)
}

async function* countsToSubtract(trx: Trx, ids: readonly string[]): AsyncGenerator<readonly FolderChange[]> {
  for (const some of batches(ids)) {
    const parents = await trx
      .selectFrom('entries')
      .select(({ fn }) => [
        'parent_id',
        sql<number>`count(*)`.as('all'),
        foldersAmong.as('folders'),
        fn.sum<number>('size').as('bytes'),
      ])
      .where('id', 'in', some)
      .where('parent_id', 'is not', null)
      .where((eb) => eb.or([eb('trash_root_id', 'is', null), eb('trash_root_id', '!=', eb.ref('id'))]))
      .groupBy('parent_id')
      .execute()
    yield parents.flatMap(({ parent_id: id, all, folders, bytes }) =>
      id === null ? [] : { id, all: -all, folders: -folders, bytes: -bytes },
    )
  }
}

const foldersAmong = sql<number>`sum(case when kind = 'folder' then 1 else 0 end)`

/** Rows of one statement: building it must not block. */
const ROWS_PER_STATEMENT = 400

type FolderChange = Counts & { readonly id: string }

/** Changes the counts of several folders. */
export async function countEach(trx: Trx, changes: readonly FolderChange[]): Promise<void> {
  recordFolders(
    trx,
    changes.map(({ id }) => id),
  )
  await countHidden(trx, changes)
}

/** The same for folders that no page shows. */
export async function countHidden(trx: Trx, changes: readonly FolderChange[]): Promise<void> {
  for (const some of batches(changes, ROWS_PER_STATEMENT)) {
    const rows = some.map(
      ({ id, all, folders, bytes }) =>
        sql`(${id}, cast(${all} as bigint), cast(${folders} as bigint), cast(${bytes} as bigint))`,
    )
    await sql`
      with changes(id, items, folders, bytes) as (values ${sql.join(rows)})
      update entries set children_count = children_count + c.items, folders_count = folders_count + c.folders,
        files_size = files_size + c.bytes
      from changes c where entries.id = c.id`.execute(trx)
  }
}

/** Those of `ids` that are below another of them. */
export async function nested(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const given = sql.join(ids)
  const found = await sql<{ id: string }>`
    with recursive below(id) as (
      select id from entries where parent_id in (${given})
      union
      select e.id from entries e join below on e.parent_id = below.id
    )
    select id from below where id in (${given})`.execute(db)
  return new Set(found.rows.map((row) => row.id))
}

/** An entry and all the folders above it, itself first. */
export async function lineOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up(id, parent_id) as (
      select id, parent_id from entries where id = ${id}
      union all
      select e.id, e.parent_id from entries e join up on e.id = up.parent_id
    )
    select id from up`.execute(db)
  return rows.map((row) => row.id)
}

/** How many folders are above each of these entries. */
export async function depthsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive up(id, above, depth) as (
      select id, parent_id, 0 from entries where id in (${sql.join(ids)})
      union all
      select up.id, e.parent_id, up.depth + 1 from entries e join up on e.id = up.above
    )
    select id, max(depth) as depth from up group by id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.depth]))
}

/**
 * Levels of folders in these entries, themselves included and in the same state, at most `limit`; 0 when there is no folder
 * among them. Below an entry of the trash what is live counts too: it is being trashed or restored with it.
 */
export async function heightOf(db: Db, ids: readonly string[], limit: number): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    with recursive below(id, state, height) as (
      select id, trash_root_id, 1 from entries where id in (${sql.join(ids)}) and kind = 'folder'
      union all
      select e.id, e.trash_root_id, below.height + 1 from entries e join below on e.parent_id = below.id
      where e.kind = 'folder' and (e.trash_root_id is not distinct from below.state or e.trash_root_id is null)
        and below.height < ${limit}
    )
    select max(height) as height from below`.execute(db)
  return rows[0]?.height ?? 0
}

/**
 * Puts live entries and all that is live below them into the trash; each of `ids` can be restored by itself.
 * `union`, as in the other changes of a subtree: with `union all` SQLite expects so many rows that it reads the whole
 * table for a single file.
 */
export async function markTrashed(
  trx: Trx,
  ids: readonly string[],
  { now, by }: { readonly now: number; readonly by: string | null },
): Promise<void> {
  if (ids.length > 0) recordTrash(trx)
  for (const some of batches(ids)) {
    const below = sql`
      with recursive below(id, root) as (
        select id, id from entries where id in (${sql.join(some)}) and trash_root_id is null
        union
        select e.id, below.root from entries e join below on e.parent_id = below.id where e.trash_root_id is null
      )`
    await recordTrashed(trx, below, 1)
    const { numAffectedRows } = await sql`
      ${below}
      update entries set trash_root_id = below.root, trashed_at = ${now}, trashed_by = cast(${by} as text)
      from below where entries.id = below.id`.execute(trx)
    countWrittenEntries(numAffectedRows)
  }
}

/**
 * Makes trashed entries and what was trashed with them live again, in place. `is not distinct from`: with `=` SQLite would
 * read everything with this trash root again for each folder.
 */
export async function markLive(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) recordTrash(trx)
  for (const some of batches(ids)) {
    const below = sql`
      with recursive below(id, state) as (
        select id, trash_root_id from entries where id in (${sql.join(some)}) and trash_root_id is not null
        union
        select e.id, below.state from entries e join below on e.parent_id = below.id
        where e.trash_root_id is not distinct from below.state
      )`
    await recordTrashed(trx, below, -1)
    const { numAffectedRows } = await sql`
      ${below}
      update entries set trash_root_id = null, trashed_at = null, trashed_by = null from below where entries.id = below.id`.execute(
      trx,
    )
    countWrittenEntries(numAffectedRows)
  }
}

/** Counts what a change of the entries of `below` puts into the trash (1) or takes out of it (-1). */
async function recordTrashed(trx: Trx, below: RawBuilder<unknown>, sign: 1 | -1, which = sql`true`): Promise<void> {
  for (const { space_id: spaceId, files, folders } of await countsOfSubtree(trx, below, which)) {
    recordEntryCounts(trx, spaceId, trashedCounts({ files: sign * files, folders: sign * folders }))
  }
}

/**
 * How many entries of `below` each space has, by kind. `cross join`: for a single file SQLite must not read the whole
 * table.
 */
async function countsOfSubtree(trx: Trx, below: RawBuilder<unknown>, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ space_id: string; all: number | string; folders: number | string }>`
    ${below}
    select e.space_id, count(*) as "all", sum(case when e.kind = 'folder' then 1 else 0 end) as folders
    from below cross join entries e where e.id = below.id and ${which} group by e.space_id`.execute(trx)
  return rows.map(({ space_id, all, folders }) => ({
    space_id,
    files: Number(all) - Number(folders),
    folders: Number(folders),
  }))
}

/**
 * Entries, all that is below them and unfinished remote uploads into it belong to another space of the same owner from
 * now on.
 */
export async function changeSpace(
  trx: Trx,
  ids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const some of batches(ids)) {
    const below = sql`
      with recursive below(id) as (
        select id from entries where id in (${sql.join(some)})
        union
        select e.id from entries e join below on e.parent_id = below.id
      )`
    await recordMoved(trx, below, to)
    const { numAffectedRows } = await sql`
      ${below}
      update entries set space_id = ${to} from below where entries.id = below.id`.execute(trx)
    countWrittenEntries(numAffectedRows)
  }
  await sql`
    update remote_uploads set space_id = ${to} where space_id = ${from}
    and exists (select 1 from entries e where e.id = remote_uploads.parent_id and e.space_id = ${to})`.execute(trx)
}

/** Counts the entries of `below`, live and trashed, in their next space. */
async function recordMoved(trx: Trx, below: RawBuilder<unknown>, to: string): Promise<void> {
  for (const { space_id: from, files, folders } of await countsOfSubtree(trx, below, sql`e.trash_root_id is null`)) {
    recordEntryCounts(trx, from, { files: -files, folders: -folders })
    recordEntryCounts(trx, to, { files, folders })
  }
  const trashed = await countsOfSubtree(trx, below, sql`e.trash_root_id is not null`)
  for (const { space_id: from, files, folders } of trashed) {
    recordEntryCounts(trx, from, { trashed: -files - folders })
    recordEntryCounts(trx, to, { trashed: files + folders })
  }
}

/** Marks `ids`, and what is in the same state below them, with a batch id as their trash root, for `deleteMarked`. */
export async function markBatch(trx: Trx, ids: readonly string[], batchId: string): Promise<void> {
  for (const some of batches(ids)) {
    const below = sql`
      with recursive below(id, state) as (
        select id, trash_root_id from entries where id in (${sql.join(some)})
        union
        select e.id, e.trash_root_id from entries e join below on e.parent_id = below.id
        where e.trash_root_id is not distinct from below.state
      )`
    await recordTrashed(trx, below, 1, sql`e.trash_root_id is null`)
    await sql`
      ${below}
      update entries set trash_root_id = ${batchId} from below where entries.id = below.id`.execute(trx)
  }
}

/** What was deleted of an owner. */
export interface Deleted {
  readonly ownerId: string
  /** Of files and their versions. */
  readonly bytes: number
  /** Entries, their versions and links. */
  readonly items: number
  /** Contents that nothing refers to any more: a copy of a file has the same content. */
  readonly orphaned: { readonly bytes: number; readonly items: number }
}

/** Deletes the entries of a batch and their versions. What nothing else refers to is collected from `collectAt` on. */
export async function deleteMarked(trx: Trx, batchId: string, collectAt: number): Promise<readonly Deleted[]> {
  recordTrash(trx)
  // What was trashed earlier, out of a folder that is deleted now, can still be restored: to the root of its space.
  for await (const ids of foldersOfBatch(trx, batchId)) {
    await trx
      .updateTable('entries')
      .set((eb) => ({
        parent_id: eb.selectFrom('spaces').select('root_id').whereRef('spaces.id', '=', 'entries.space_id'),
      }))
      .where('parent_id', 'in', ids)
      .where('trash_root_id', 'is not', null)
      .where('trash_root_id', '!=', batchId)
      .execute()
  }
  // `cross join`: in this order on SQLite too, which would else read all versions for a single entry.
  const deleted = sql`
    select blob_id, owner_id, size from entries where trash_root_id = ${batchId} and blob_id is not null
    union all
    select v.blob_id, e.owner_id, v.size from entries e cross join file_versions v
    where e.trash_root_id = ${batchId} and v.entry_id = e.id`
  // Each content once: copies share it, and to look for others takes as many steps as there are copies.
  const orphaned = sql`
    select blob_id, owner_id, size from (
      select blob_id, min(owner_id) as owner_id, min(size) as size from (${deleted}) each_one group by blob_id
    ) d
    where not exists (
      select 1 from entries e where e.blob_id = d.blob_id and e.trash_root_id is distinct from ${batchId}
    ) and not exists (
      select 1 from file_versions v cross join entries e
      where v.blob_id = d.blob_id and e.id = v.entry_id and e.trash_root_id is distinct from ${batchId}
    ) and not exists (select 1 from garbage g where g.blob_id = d.blob_id)`
  const items = await amountsByOwner(
    trx,
    sql`
    select owner_id, 0 as size from entries where trash_root_id = ${batchId}
    union all
    select e.owner_id, 0 from entries e cross join file_versions v where e.trash_root_id = ${batchId} and v.entry_id = e.id
    union all
    select e.owner_id, 0 from entries e cross join shares s where e.trash_root_id = ${batchId} and s.entry_id = e.id`,
  )
  await recordDeleted(trx, batchId)
  const contents = await amountsByOwner(trx, deleted)
  const garbage = await amountsByOwner(trx, orphaned)
  await sql`
    insert into garbage (blob_id, owner_id, size, collect_at)
    select blob_id, owner_id, size, cast(${collectAt} as bigint) from (${orphaned}) o where true
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('entries').where('trash_root_id', '=', batchId).execute()
  for (const { items: count } of items.values()) countWrittenEntries(count)
  return [...items].map(([ownerId, { items: count }]) => ({
    ownerId,
    bytes: contents.get(ownerId)?.bytes ?? 0,
    items: count,
    orphaned: garbage.get(ownerId) ?? { bytes: 0, items: 0 },
  }))
}

async function recordDeleted(trx: Trx, batchId: string): Promise<void> {
  const rows = await trx
    .selectFrom('entries')
    .select(({ fn }) => ['space_id', fn.countAll<number | string>().as('count')])
    .where('trash_root_id', '=', batchId)
    .groupBy('space_id')
    .execute()
  for (const { space_id: spaceId, count } of rows) recordEntryCounts(trx, spaceId, { trashed: -Number(count) })
}

/**
 * The ids of the marked folders. In pages, so that what is in them is found by index: with one statement for both, and
 * statistics from before so many were marked, PostgreSQL compares each of them with each trashed entry.
 */
const foldersOfBatch = (trx: Trx, batchId: string) => pagesOfFolders(trx, sql<SqlBool>`trash_root_id = ${batchId}`)

/** The ids of the folders of which this is true, live and trashed ones. */
export async function* pagesOfFolders(db: Db, condition: RawBuilder<SqlBool>): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('entries')
      .select('id')
      .where(condition)
      .where('kind', '=', 'folder')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_STATEMENT)
      .execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < ROWS_PER_STATEMENT) return
    after = rows.at(-1)!.id
  }
}

async function amountsByOwner(trx: Trx, rows: RawBuilder<unknown>): Promise<ReadonlyMap<string, Deleted['orphaned']>> {
  const found = await sql<{ owner_id: string; bytes: number; items: number }>`
    select owner_id, sum(size) as bytes, count(*) as items from (${rows}) c group by owner_id`.execute(trx)
  return new Map(
    found.rows.map(({ owner_id: ownerId, bytes, items }) => [ownerId, { bytes: Number(bytes), items: Number(items) }]),
  )
}

/** Engines limit the number of parameters of a query. */
export function* batches<T>(all: readonly T[], size = 5000): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
