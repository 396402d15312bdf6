import { type Kysely, sql } from 'kysely'

/** Garbage counts against its owner. What is garbage already counts against nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('garbage_bytes', 'bigint', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`garbage_bytes >= 0`),
    )
    .execute()
  await db.schema.alterTable('garbage').addColumn('owner_id', 'text').execute()
  await db.schema
    .alterTable('garbage')
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
