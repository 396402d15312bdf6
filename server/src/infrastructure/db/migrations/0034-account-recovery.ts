import type { Kysely } from 'kysely'

/** Links that set a new password, and solved challenges. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_resets')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('token_digest', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('password_version', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('password_resets_token').on('password_resets').column('token_digest').unique().execute()
  await db.schema.createIndex('password_resets_expiry').on('password_resets').column('expires_at').execute()
  await db.schema
    .createTable('used_challenges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('used_challenges_expiry').on('used_challenges').column('expires_at').execute()
}
