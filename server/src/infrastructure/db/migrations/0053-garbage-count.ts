import { type Kysely, sql } from 'kysely'

/** Deleted contents of an account that are still on the disk: a small one takes more than its bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('garbage_count', 'bigint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`garbage_count >= 0`),
    )
    .execute()
  await sql`
    update users set garbage_count = found.contents from (
      select owner_id, count(*) as contents from garbage where owner_id is not null group by owner_id
    ) as found where users.id = found.owner_id`.execute(db)
}
