import { type Kysely, sql } from 'kysely'

/** Files, folders and trashed entries of each space are counted by their transactions, so that nothing counts all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['file_count', 'folder_count', 'trashed_count']) {
    await db.schema
      .alterTable('spaces')
      .addColumn(column, 'bigint', (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`${sql.ref(column)} >= 0`),
      )
      .execute()
  }
  await sql`
    update spaces set file_count = found.files, folder_count = found.folders, trashed_count = found.trashed from (
      select space_id,
        sum(case when kind = 'file' and trash_root_id is null then 1 else 0 end) as files,
        sum(case when kind = 'folder' and trash_root_id is null then 1 else 0 end) as folders,
        count(trash_root_id) as trashed
      from entries where kind <> 'root' group by space_id
    ) as found where spaces.id = found.space_id`.execute(db)
  await db.schema.createIndex('traffic_by_day').on('traffic').column('day').execute()
}
