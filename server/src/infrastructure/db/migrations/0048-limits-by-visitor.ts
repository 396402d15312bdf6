import type { Kysely } from 'kysely'

/** Bytes that a counted download of a link may still send, and the visitors that tickets of zips were issued to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // 0 for what was counted before: to continue it is another download.
  await db.schema
    .alterTable('share_downloads')
    .addColumn('bytes_left', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('zip_tickets')
    .addColumn('visitor', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
