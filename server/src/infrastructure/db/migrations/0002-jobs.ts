import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Jobs that outlive the process. On PostgreSQL pg-boss keeps them in its own schema; the rest is shared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job_schedules')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('job_progress')
    .addColumn('job_id', 'text', (c) => c.primaryKey())
    .addColumn('done', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'active', 'failed')`))
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('max_attempts', 'integer', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'name', 'run_at', 'id']).execute()
  // At most one job of a key waits for its first run.
  await sql`create unique index jobs_key on jobs (name, key) where state = 'waiting' and attempts = 0`.execute(db)
}
