import type { Kysely } from 'kysely'

/** Accounts at other providers that sign in to an account, sign-ins under way, and those that wait for a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('linked_sign_ins')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addUniqueConstraint('linked_sign_ins_identity', ['provider', 'issuer', 'subject'])
    .execute()
  await db.schema.createIndex('linked_sign_ins_user').on('linked_sign_ins').column('user_id').execute()

  await db.schema
    .createTable('sign_in_flows')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('browser', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'text')
    .addColumn('redirect', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sign_in_flows_expiry').on('sign_in_flows').column('expires_at').execute()
  await db.schema.createIndex('sign_in_flows_user').on('sign_in_flows').column('user_id').execute()

  await db.schema
    .createTable('pending_links')
    .addColumn('browser', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('pending_links_expiry').on('pending_links').column('expires_at').execute()
  await db.schema.createIndex('pending_links_user').on('pending_links').column('user_id').execute()
}
