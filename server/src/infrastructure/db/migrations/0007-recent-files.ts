import { type Kysely, sql } from 'kysely'

/** For the listings over all folders: the newest files of a space, and the entries that somebody made links to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With the size, so that totals read no rows.
  await sql`
    create index entries_recent on entries (space_id, created_at, id, size)
    where kind = 'file' and trash_root_id is null`.execute(db)
  // With the entry, so that a listing reads no links; it serves what `shares_owner` did.
  await db.schema.createIndex('shares_owner_entry').on('shares').columns(['owner_id', 'entry_id']).execute()
  await db.schema.dropIndex('shares_owner').execute()
}
