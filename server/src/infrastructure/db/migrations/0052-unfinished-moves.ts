import type { Kysely } from 'kysely'

/** Entries are moved to another space in several transactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unfinished_moves')
    .addColumn('root_id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('unfinished_moves_owner').on('unfinished_moves').column('owner_id').execute()
}
