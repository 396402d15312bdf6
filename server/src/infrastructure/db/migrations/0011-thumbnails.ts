import { type Kysely, sql } from 'kysely'

/** Thumbnails are blobs, listed by the blob that they were made of. Earlier contents get theirs in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('thumbnails')
    .addColumn('blob_id', 'text', (c) => c.notNull().references('blobs.id'))
    .addColumn('size', 'text', (c) => c.notNull().check(sql`size in ('xs', 'sm', 'lg', 'xl')`))
    .addColumn('thumbnail_blob_id', 'text', (c) => c.notNull().unique().references('blobs.id'))
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('thumbnails_key', ['blob_id', 'size'])
    .execute()
  await db.schema
    .alterTable('blobs')
    .addColumn('thumbnail_state', 'text', (c) =>
      c.check(sql`thumbnail_state in ('made', 'failed', 'none', 'no-ffmpeg')`),
    )
    .execute()
  await sql`create index blobs_without_thumbnails on blobs (created_at, id) where thumbnail_state is null`.execute(db)
  await sql`create index blobs_without_ffmpeg on blobs (id) where thumbnail_state = 'no-ffmpeg'`.execute(db)
}
