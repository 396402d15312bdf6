import { type Kysely, sql } from 'kysely'

/**
 * Entries, versions, links and unfinished uploads of an account, each of which takes a part of the quota; and batches of
 * trashed entries that are deleted in several transactions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('item_count', 'bigint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`item_count >= 0`),
    )
    .execute()
  await db.schema
    .createTable('deletions')
    .addColumn('batch_id', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`
    update users set item_count = found.items from (
      select owner_id, count(*) as items from (
        select owner_id from entries where kind <> 'root'
        union all
        select e.owner_id from file_versions v join entries e on e.id = v.entry_id
        union all
        select owner_id from shares
        union all
        select owner_id from uploads where status = 'receiving'
      ) as item group by owner_id
    ) as found where users.id = found.owner_id`.execute(db)
}
