import { type Kysely, sql } from 'kysely'

/** Files that the server fetches from their addresses: a row for each remote upload, and one for each of its files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remote_uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('creator_id', 'text')
    .addColumn('space_id', 'text', (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    // No reference: the folder may be deleted while the files are fetched.
    .addColumn('parent_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('waiting', 'running', 'finished')`))
    .addColumn('is_canceled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('remote_uploads_user').on('remote_uploads').columns(['user_id', 'id']).execute()
  // Deleting a space looks for its rows.
  await db.schema.createIndex('remote_uploads_space').on('remote_uploads').column('space_id').execute()
  await db.schema.createIndex('remote_uploads_status').on('remote_uploads').columns(['status', 'updated_at']).execute()
  await db.schema
    .createTable('remote_files')
    .addColumn('remote_upload_id', 'text', (c) => c.notNull().references('remote_uploads.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('waiting', 'receiving', 'done', 'failed', 'canceled')`),
    )
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reason', 'text')
    .addColumn('http_status', 'integer')
    .addColumn('name', 'text')
    .addColumn('size', 'bigint')
    .addColumn('received', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('entry_id', 'text')
    .addPrimaryKeyConstraint('remote_files_pk', ['remote_upload_id', 'position'])
    .execute()
}
