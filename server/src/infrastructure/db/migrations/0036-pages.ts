import type { Kysely } from 'kysely'

/** What the operator has changed of the pages that visitors read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pages')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text')
    .addColumn('content', 'text')
    .addColumn('is_visible', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}
