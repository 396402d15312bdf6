import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The sort key of listings by type: the extension of a file without regard to case, then its name. What is after the last
 * dot is an extension where it has at most 16 characters and no space, and something is before the dot; ".env" has none.
 * The engine computes it, so that no change of a name can miss it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      alter table entries add column type_key text collate "C" generated always as (
        case when kind = 'file'
          then coalesce(lower(substring(name from '.\\.([^. ]{1,16})$') collate "C"), '') else '' end
        || ' ' || name_key
      ) stored`.execute(db)
  } else {
    // "rtrim" removes everything behind the last dot.
    const stem = sql`length(rtrim(name, replace(name, '.', '')))`
    const extension = sql`substr(name, ${stem} + 1)`
    await sql`
      alter table entries add column type_key text generated always as (
        case when kind = 'file' and ${stem} > 1 and length(${extension}) <= 16 and instr(${extension}, ' ') = 0
          then lower(${extension}) else '' end
        || ' ' || name_key
      ) virtual`.execute(db)
  }
  await sql`create index entries_by_type_key on entries (parent_id, kind, type_key, id) where trash_root_id is null`.execute(
    db,
  )
}
