import type { Kysely } from 'kysely'

/** Entries are put into the trash, and restored, in several transactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unfinished_trash')
    .addColumn('root_id', 'text', (c) => c.primaryKey())
    .addColumn('change_id', 'text', (c) => c.notNull())
    .addColumn('renewed_at', 'bigint')
    .execute()
  await db.schema.createIndex('unfinished_trash_change').on('unfinished_trash').column('change_id').execute()
}
