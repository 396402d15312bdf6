import { type Kysely, sql } from 'kysely'

/** Notifications of accounts, their copies by mail, and whether an account was ever used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('message_values', 'text', (c) => c.notNull())
    .addColumn('action', 'text')
    .addColumn('is_digest_due', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('read_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('notifications_of_user')
    .on('notifications')
    .columns(['user_id', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('notifications_by_time').on('notifications').column('created_at').execute()
  await sql`create index notifications_digest on notifications (user_id) where is_digest_due = 1`.execute(db)
  await db.schema
    .alterTable('user_settings')
    .addColumn('notification_mails', 'text', (c) => c.notNull().defaultTo('never'))
    .execute()
  await db.schema.alterTable('users').addColumn('first_sign_in_at', 'bigint').execute()
  // Nobody who could sign in so far counts as new.
  await sql`update users set first_sign_in_at = created_at where verified_at is not null`.execute(db)
}
