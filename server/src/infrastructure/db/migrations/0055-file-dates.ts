import { type Kysely, sql } from 'kysely'

/**
 * Files, their versions and unfinished uploads have the file's own date. Files that exist keep null, which is the date
 * of their upload: rewriting a million rows would compute their search index again. A content that has replaced another
 * one was uploaded later than its file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['entries', 'file_versions', 'uploads']) {
    await db.schema.alterTable(table).addColumn('modified_at', 'bigint').execute()
  }
  const uploadedAt = (table: string) =>
    sql`(select created_at from blobs where blobs.id = ${sql.ref(`${table}.blob_id`)})`
  await sql`update entries set modified_at = ${uploadedAt('entries')} where version > 1 and kind = 'file'`.execute(db)
  await sql`update file_versions set modified_at = ${uploadedAt('file_versions')}`.execute(db)
  await sql`
    create index entries_by_modified_at on entries (parent_id, kind, (coalesce(modified_at, created_at)), id)
    where trash_root_id is null`.execute(db)
}
