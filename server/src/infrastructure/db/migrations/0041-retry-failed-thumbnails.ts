import { type Kysely, sql } from 'kysely'

/**
 * A content that was missing in the storage was taken for a damaged one until now. The job that makes missing thumbnails
 * tries all of them once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update blobs set thumbnail_state = null where thumbnail_state = 'failed'`.execute(db)
}
