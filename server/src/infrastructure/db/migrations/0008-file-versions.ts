import type { Kysely } from 'kysely'

/** Earlier contents of files that were replaced. They end with their file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('file_versions')
    .addColumn('entry_id', 'text', (c) => c.notNull().references('entries.id').onDelete('cascade'))
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('blob_id', 'text', (c) => c.notNull().references('blobs.id'))
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('mime', 'text', (c) => c.notNull())
    .addColumn('replaced_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_versions_key', ['entry_id', 'version'])
    .execute()
  await db.schema.createIndex('file_versions_blob').on('file_versions').column('blob_id').execute()
  await db.schema
    .createIndex('file_versions_due')
    .on('file_versions')
    .columns(['replaced_at', 'entry_id', 'version'])
    .execute()
}
