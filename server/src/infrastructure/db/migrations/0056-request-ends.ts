import { type Kysely, sql } from 'kysely'

/** Upload requests have an end date or stay open. Existing requests keep the rule that they were created with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('upload_requests')
  await table()
    .addColumn('closes_when_idle', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(1)
        .check(sql`closes_when_idle in (0, 1)`),
    )
    .execute()
  // SQLite cannot make a column nullable: it is copied into one that is.
  await table().addColumn('closes_on', 'bigint').execute()
  await sql`update upload_requests set closes_on = closes_at`.execute(db)
  await db.schema.dropIndex('upload_requests_due').execute()
  await table().dropColumn('closes_at').execute()
  await table().renameColumn('closes_on', 'closes_at').execute()
  await sql`create index upload_requests_due on upload_requests (closes_at) where ended_at is null`.execute(db)
}
