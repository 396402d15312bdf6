import { type Kysely, sql } from 'kysely'

/** Folders store the bytes of their own files, like their counts: of those in the same state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('entries')
    .addColumn('files_size', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`
    update entries set files_size = coalesce((
      select sum(f.size) from entries f where f.parent_id = entries.id and f.kind = 'file'
      and f.trash_root_id is not distinct from entries.trash_root_id
    ), 0)
    where kind <> 'file'`.execute(db)
  // The trash has no row that could store counts: its totals are read from this index.
  await sql`create index entries_trash_totals on entries (space_id, kind, size) where trash_root_id = id`.execute(db)
}
