import type { Kysely } from 'kysely'

/** What accounts reported of sections that did not work in their browsers, and what administrators were notified of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('section_failures')
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('build', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('reported_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('section_failures_key', ['section', 'build', 'user_id'])
    .execute()
  await db.schema.createIndex('section_failures_of_user').on('section_failures').column('user_id').execute()
  await db.schema
    .createTable('section_notices')
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('build', 'text', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('notified_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('section_notices_key', ['section', 'build', 'cause'])
    .execute()
}
