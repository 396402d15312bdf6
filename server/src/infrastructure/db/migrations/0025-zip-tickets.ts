import type { Kysely } from 'kysely'

/** Selections of prepared zips, for the one download that follows: any process may answer it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('zip_tickets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('ids', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('selection', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('zip_tickets_holder').on('zip_tickets').columns(['holder', 'expires_at']).execute()
  await db.schema.createIndex('zip_tickets_expiry').on('zip_tickets').column('expires_at').execute()
}
