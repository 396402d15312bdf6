import type { Kysely } from 'kysely'

/** Links can show files without giving them away, and visitors of links can start remote uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shares')
    .addColumn('can_download', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  // No reference: what a visitor has started is canceled with the link.
  await db.schema.alterTable('remote_uploads').addColumn('share_id', 'text').execute()
  await db.schema.alterTable('remote_uploads').addColumn('visitor_id', 'text').execute()
  await db.schema
    .createIndex('remote_uploads_share')
    .on('remote_uploads')
    .columns(['share_id', 'visitor_id', 'id'])
    .execute()
}
