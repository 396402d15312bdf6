import type { Kysely } from 'kysely'

/** Renderings by owner, and contents that are not rendered again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('thumbnail_turns')
    .addColumn('owner_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('turn', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('hour_from', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('spent_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('thumbnail_turns_next').on('thumbnail_turns').columns(['turn', 'owner_id']).execute()
  await db.schema
    .createTable('thumbnail_queue')
    .addColumn('blob_id', 'text', (c) => c.primaryKey().references('blobs.id').onDelete('cascade'))
    // A content whose owner has no turns any more is scheduled again in the background.
    .addColumn('owner_id', 'text', (c) => c.notNull().references('thumbnail_turns.owner_id').onDelete('cascade'))
    .addColumn('rank', 'integer', (c) => c.notNull())
    .addColumn('queued_at', 'bigint', (c) => c.notNull())
    .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('thumbnail_queue_of_owner')
    .on('thumbnail_queue')
    .columns(['owner_id', 'rank', 'queued_at', 'blob_id'])
    .execute()
  await db.schema
    .createTable('slow_contents')
    .addColumn('sha256', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('slow_contents_by_age').on('slow_contents').columns(['created_at', 'sha256']).execute()
}
