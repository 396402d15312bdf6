import { type Kysely, sql } from 'kysely'

/** Lets visitors of a revoked link know that it was. Links that ended before this table are not found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ended_shares')
    .addColumn('token', 'text', (c) => c.primaryKey())
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason in ('revoked', 'expired')`))
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('ended_shares_age').on('ended_shares').column('ended_at').execute()
}
