import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * On PostgreSQL, the index of names a second time for every 32nd entry: a GIN index has no order and no limit, and for a
 * text that 500,000 names have it would read all of them. SQLite stops reading its index after as many as are needed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`
    create index entries_search_sample on entries using gin (search_grams(space_id, kind, name_key))
    with (gin_pending_list_limit = 64)
    where trash_root_id is null and kind <> 'root' and (hashtextextended(id, 0) & 31) = 0`.execute(db)
  // Its cost keeps plans from calling it for each row, and would make them start further processes for a search.
  await sql`alter function search_grams(text, text, text) parallel restricted`.execute(db)
}
