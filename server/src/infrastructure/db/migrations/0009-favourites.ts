import type { Kysely } from 'kysely'

/** Folders that users keep at hand, and the emoji style that they chose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('favourites')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('entry_id', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('favourites_pk', ['user_id', 'entry_id'])
    .execute()
  await db.schema.alterTable('user_settings').addColumn('emoji_type', 'text').execute()
  // Deleting an entry looks for its favourites.
  await db.schema.createIndex('favourites_entry').on('favourites').column('entry_id').execute()
}
