import { sql } from 'kysely'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { count } from './entry-placement.store.ts'

/**
 * Subtracts `ids` from the counts of their folders. A folder counts entries of its own state: what was put into
 * the trash by itself is subtracted already, what is in a trashed folder is still counted.
 */
export async function uncount(trx: Trx, ids: readonly string[]): Promise<void> {
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
    for (const { parent_id, all, folders, bytes } of parents) {
      if (parent_id) await count(trx, parent_id, { all: -all, folders: -folders, bytes: -bytes })
    }
  }
}

const foldersAmong = sql<number>`sum(case when kind = 'folder' then 1 else 0 end)`

/** Those of `ids` that are below another of them. */
export async function nested(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const given = sql.join(ids)
  const found = await sql<{ id: string }>`
    with recursive below(id) as (
      select id from entries where parent_id in (${given})
      union
      select e.id from entries e join below on e.parent_id = below.id
    )
    select id from below where id in (${given})`.execute(trx)
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

/** Levels of folders in these entries, themselves included and in the same state, at most `limit`; 0 when there is no folder among them. */
export async function heightOf(trx: Trx, ids: readonly string[], limit: number): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    with recursive below(id, state, height) as (
      select id, trash_root_id, 1 from entries where id in (${sql.join(ids)}) and kind = 'folder'
      union all
      select e.id, e.trash_root_id, below.height + 1 from entries e join below on e.parent_id = below.id
      where e.kind = 'folder' and e.trash_root_id is not distinct from below.state and below.height < ${limit}
    )
    select max(height) as height from below`.execute(trx)
  return rows[0]?.height ?? 0
}

/**
 * Puts live entries and all that is live below them into the trash; each of `ids` can be restored by itself.
 * `union`, as in the other changes of a subtree: with `union all` SQLite expects so many rows that it reads the whole
 * table for a single file.
 */
export async function markTrashed(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  for (const some of batches(ids)) {
    await sql`
      with recursive below(id, root) as (
        select id, id from entries where id in (${sql.join(some)}) and trash_root_id is null
        union
        select e.id, below.root from entries e join below on e.parent_id = below.id where e.trash_root_id is null
      )
      update entries set trash_root_id = below.root, trashed_at = ${now} from below where entries.id = below.id`.execute(
      trx,
    )
  }
}

/**
 * Makes one trashed entry and what was trashed with it live again, in place. The condition on the trash root is an
 * expression: otherwise SQLite would read everything with this trash root again for each folder.
 */
export async function markLive(trx: Trx, id: string, trashRootId: string): Promise<void> {
  await sql`
    with recursive below(id) as (
      select id from entries where id = ${id}
      union
      select e.id from entries e join below on e.parent_id = below.id where coalesce(e.trash_root_id, '') = ${trashRootId}
    )
    update entries set trash_root_id = null, trashed_at = null from below where entries.id = below.id`.execute(trx)
}

/** Marks `ids`, and what is in the same state below them, with a batch id as their trash root, for `deleteMarked`. */
export async function markBatch(trx: Trx, ids: readonly string[], batchId: string): Promise<void> {
  for (const some of batches(ids)) {
    await sql`
      with recursive below(id, state) as (
        select id, trash_root_id from entries where id in (${sql.join(some)})
        union
        select e.id, e.trash_root_id from entries e join below on e.parent_id = below.id
        where e.trash_root_id is not distinct from below.state
      )
      update entries set trash_root_id = ${batchId} from below where entries.id = below.id`.execute(trx)
  }
}

/**
 * Deletes the entries of a batch. Returns the freed bytes of each owner; the blobs are collected from `collectAt` on.
 */
export async function deleteMarked(
  trx: Trx,
  batchId: string,
  rootId: string,
  collectAt: number,
): Promise<{ ownerId: string; bytes: number }[]> {
  const marked = trx.selectFrom('entries').select('id').where('trash_root_id', '=', batchId)
  // What was trashed earlier, out of a folder that is deleted now, can still be restored: to the root.
  await trx
    .updateTable('entries')
    .set({ parent_id: rootId })
    .where('parent_id', 'in', marked)
    .where('trash_root_id', '!=', batchId)
    .execute()
  await sql`
    insert into garbage (blob_id, owner_id, size, collect_at)
    select blob_id, owner_id, size, cast(${collectAt} as bigint) from entries where trash_root_id = ${batchId} and blob_id is not null
    on conflict do nothing`.execute(trx)
  const freed = await trx
    .selectFrom('entries')
    .select(['owner_id', sql<number>`sum(size)`.as('bytes')])
    .where('trash_root_id', '=', batchId)
    .groupBy('owner_id')
    .execute()
  await trx.deleteFrom('entries').where('trash_root_id', '=', batchId).execute()
  return freed.map((row) => ({ ownerId: row.owner_id, bytes: row.bytes }))
}

/** Engines limit the number of parameters of a query. */
export function* batches<T>(all: readonly T[], size = 5000): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
