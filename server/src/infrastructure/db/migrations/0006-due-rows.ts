import type { Kysely } from 'kysely'

/** Pages of what is due are read in the order of an index, and the visits of a link are found without reading all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('garbage_due').on('garbage').columns(['collect_at', 'blob_id']).execute()
  await db.schema.createIndex('uploads_due').on('uploads').columns(['expires_at', 'actor', 'upload_id']).execute()
  await db.schema.dropIndex('uploads_expiry').execute()
  await db.schema.createIndex('share_grants_share').on('share_grants').column('share_id').execute()
}
