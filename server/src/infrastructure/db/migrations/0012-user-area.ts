import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** For the pages of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user_settings').addColumn('timezone', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('public_id', 'text').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const random = isPostgres ? sql`md5(id || random()::text)` : sql`lower(hex(randomblob(16)))`
  await sql`update sessions set public_id = ${random}`.execute(db)
  // With type and size, so that used storage by type reads no rows; it serves what `entries_owner` did.
  await db.schema.createIndex('entries_owner_type').on('entries').columns(['owner_id', 'mime', 'size']).execute()
  await db.schema.dropIndex('entries_owner').execute()
}
