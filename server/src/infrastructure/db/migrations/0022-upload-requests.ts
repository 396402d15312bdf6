import { type Kysely, sql } from 'kysely'

/** Folders into which people without an account upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload_requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', (c) => c.references('entries.id').onDelete('set null'))
    // No reference: the folder is made with the first upload.
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('notes', 'text')
    .addColumn('email', 'text')
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('active', 'filling', 'filled', 'expired')`))
    .addColumn('closes_at', 'bigint', (c) => c.notNull())
    .addColumn('last_upload_at', 'bigint')
    .addColumn('files_received', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_by', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('upload_requests_end', sql`(ended_at is null) = (status in ('active', 'filling'))`)
    .execute()
  await db.schema.createIndex('upload_requests_owner').on('upload_requests').columns(['owner_id', 'id']).execute()
  // Deleting a folder looks for its rows.
  await db.schema.createIndex('upload_requests_parent').on('upload_requests').column('parent_id').execute()
  await sql`create index upload_requests_due on upload_requests (closes_at) where ended_at is null`.execute(db)
  await sql`create index upload_requests_ended on upload_requests (ended_at) where ended_at is not null`.execute(db)

  // No reference: requests are deleted long before what was uploaded through them, which may be very much.
  await db.schema.alterTable('entries').addColumn('upload_request_id', 'text').execute()

  await db.schema.alterTable('uploads').addColumn('upload_request_id', 'text').execute()
  await sql`create index uploads_request on uploads (upload_request_id, status) where upload_request_id is not null`.execute(
    db,
  )
}
