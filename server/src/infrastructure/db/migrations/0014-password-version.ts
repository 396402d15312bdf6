import type { Kysely } from 'kysely'

/** A session belongs to one password of its user: those of an earlier one are not valid, however they came about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'sessions']) {
    await db.schema
      .alterTable(table)
      .addColumn('password_version', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
