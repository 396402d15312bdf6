import { type Kysely, sql } from 'kysely'

/** Uploads by the visitors of a link end with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('share_id', 'text').execute()
  await sql`create index uploads_share on uploads (share_id, status) where share_id is not null`.execute(db)
}
