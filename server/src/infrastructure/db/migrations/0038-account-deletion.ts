import { type Kysely, sql } from 'kysely'

/** Accounts whose users have asked for their deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('deletes_at', 'bigint').execute()
  await sql`create index users_deletes_at on users (deletes_at) where deletes_at is not null`.execute(db)
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('team_folders', 'text', (c) => c.notNull())
    .addColumn('requested_at', 'bigint', (c) => c.notNull())
    .execute()
}
