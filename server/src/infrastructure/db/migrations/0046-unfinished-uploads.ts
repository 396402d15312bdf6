import { type Kysely, sql } from 'kysely'
import { v7 } from 'uuid'

/**
 * Owners see the unfinished uploads that take their quota, and end them: each of these gets an id that names it to its
 * owner. Of one that was ended its key is kept, so that its uploader learns of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('id', 'text').execute()
  const open = await sql<{ blob_id: string; created_at: number }>`
    select blob_id, created_at from uploads where status = 'receiving'`.execute(db)
  for (const { blob_id: blobId, created_at: createdAt } of open.rows) {
    await sql`update uploads set id = ${v7({ msecs: Number(createdAt) })} where blob_id = ${blobId}`.execute(db)
  }
  await sql`create unique index uploads_of_owner on uploads (owner_id, id) where status = 'receiving'`.execute(db)
  await db.schema
    .createTable('ended_uploads')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ended_uploads_key', ['actor', 'upload_id'])
    .execute()
  await db.schema.createIndex('ended_uploads_by_age').on('ended_uploads').column('ended_at').execute()
}
