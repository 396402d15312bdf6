import { type Kysely, sql } from 'kysely'

/** What was done in the files of an account, and what visitors of its links did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('activities')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('space_id', 'text', (c) => c.notNull())
    .addColumn('from_space_id', 'text')
    .addColumn('entry_id', 'text')
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('folder_id', 'text')
    .addColumn('from_folder_id', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('is_for_owner', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('activities_owner').on('activities').columns(['owner_id', 'id']).execute()
  await sql`create index activities_elsewhere on activities (actor_id, id) where actor_id <> owner_id`.execute(db)
  await sql`create index activities_entry on activities (entry_id, id) where entry_id is not null`.execute(db)
  await sql`create index activities_folder on activities (folder_id, id) where folder_id is not null`.execute(db)
  await sql`create index activities_from_folder on activities (from_folder_id, id) where from_folder_id is not null`.execute(
    db,
  )
  await db.schema.createIndex('activities_age').on('activities').column('created_at').execute()

  await db.schema
    .createTable('share_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('share_id', 'text', (c) => c.notNull().references('shares.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('opened', 'downloaded', 'uploaded')`))
    .addColumn('name', 'text')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('share_events_share').on('share_events').columns(['share_id', 'id']).execute()
  await db.schema.createIndex('share_events_age').on('share_events').column('created_at').execute()
  await db.schema
    .createTable('share_counts')
    .addColumn('share_id', 'text', (c) => c.primaryKey().references('shares.id').onDelete('cascade'))
    .addColumn('opened', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('downloaded', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('uploaded', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
