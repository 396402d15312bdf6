import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * On PostgreSQL, the newest folders of a space, among which a search looks for a frequent text before it reads the index of
 * names, as it does for files. SQLite reads that index in the order of time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`
    create index entries_recent_folders on entries (space_id, created_at, id)
    where kind = 'folder' and trash_root_id is null`.execute(db)
}
