import { type Kysely, sql } from 'kysely'

/** Copies and deletions of live entries that are written in several transactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('copy_id', 'text').execute()
  await db.schema
    .createTable('copies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('items', 'bigint', (c) => c.notNull())
    .addColumn('renewed_at', 'bigint', (c) => c.notNull())
    .addColumn('reverted_at', 'bigint')
    .execute()
  await db.schema
    .alterTable('deletions')
    .addColumn('has_live', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // With the copy that a file belongs to, so that the totals of the newest files still read no rows.
  await db.schema.dropIndex('entries_recent').execute()
  await sql`
    create index entries_recent on entries (space_id, created_at, id, size, copy_id)
    where kind = 'file' and trash_root_id is null`.execute(db)
}
