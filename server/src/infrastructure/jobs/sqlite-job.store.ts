import { type ExpressionBuilder, sql } from 'kysely'
import { type Clock, day } from '../clock.ts'
import type { Database } from '../db/schema.ts'
import type { Db, Transact, Trx } from '../db/transact.ts'
import type { Ids } from '../ids.ts'
import {
  type ClaimedJob,
  DEAD_LETTER_DAYS,
  type JobCount,
  type JobStore,
  MAX_COUNTED_JOBS,
  type NewJob,
} from './job.store.ts'

const stateAfterRun = (eb: ExpressionBuilder<Database, 'jobs'>) =>
  eb
    .case()
    .when('attempts', '<', eb.ref('max_attempts'))
    .then('waiting' as const)
    .else('failed' as const)
    .end()

/** Jobs as rows of a table, for the one process that owns a SQLite file. */
export function createSqliteJobStore(deps: {
  readonly db: Db
  readonly transact: Transact
  readonly clock: Clock
  readonly ids: Ids
}): JobStore {
  const { db, transact, clock, ids } = deps

  const active = (on: Db, job: ClaimedJob) =>
    on
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', job.id)
      .where('state', '=', 'active')
      .where('attempts', '=', job.attempt)

  async function insert(trx: Trx, { definition, payload, key, delayMs }: NewJob): Promise<void> {
    const now = clock.now()
    await trx
      .insertInto('jobs')
      .values({
        id: ids.next(),
        name: definition.name,
        key: key ?? null,
        payload: JSON.stringify(payload),
        state: 'waiting',
        attempts: 0,
        max_attempts: definition.retries + 1,
        run_at: now + delayMs,
        error: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((c) => c.doNothing())
      .execute()
  }

  return {
    open: () => Promise.resolve(),
    insert,

    async dueNames() {
      const rows = await db
        .selectFrom('jobs')
        .select('name')
        .distinct()
        .where('state', '=', 'waiting')
        .where('run_at', '<=', clock.now())
        .execute()
      return rows.map((row) => row.name)
    },

    async claim({ name }, limit) {
      const now = clock.now()
      const rows = await db
        .updateTable('jobs')
        .set((eb) => ({ state: 'active', attempts: eb('attempts', '+', 1), updated_at: now }))
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('jobs')
            .select('id')
            .where('state', '=', 'waiting')
            .where('name', '=', name)
            .where('run_at', '<=', now)
            .orderBy('run_at')
            .orderBy('id')
            .limit(limit),
        )
        .returningAll()
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        key: row.key,
        payload: JSON.parse(row.payload) as unknown,
        attempt: row.attempts,
      }))
    },

    async heartbeat(job) {
      return (await active(db, job).executeTakeFirst()) !== undefined
    },

    async complete(job) {
      await db.deleteFrom('jobs').where('id', 'in', active(db, job)).execute()
    },

    async fail(job, definition, message) {
      const now = clock.now()
      const delayMs = Math.min(definition.backoffMs * 2 ** Math.min(job.attempt - 1, 30), definition.maxBackoffMs)
      await db
        .updateTable('jobs')
        .set((eb) => ({
          state: stateAfterRun(eb),
          run_at: now + delayMs,
          error: message,
          updated_at: now,
        }))
        .where('id', 'in', active(db, job))
        .execute()
    },

    async release(job, definition) {
      await transact(async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('jobs').where('id', 'in', active(trx, job)).executeTakeFirst()
        if (numDeletedRows === 0n) return
        await insert(trx, { definition, payload: job.payload, key: job.key ?? undefined, delayMs: 0 })
      })
    },

    async recover() {
      const now = clock.now()
      await db
        .updateTable('jobs')
        .set((eb) => ({
          state: stateAfterRun(eb),
          run_at: now,
          error: 'The process ended during the run.',
          updated_at: now,
        }))
        .where('state', '=', 'active')
        .execute()
    },

    async maintain() {
      await db
        .deleteFrom('jobs')
        .where('state', '=', 'failed')
        .where('updated_at', '<', clock.now() - DEAD_LETTER_DAYS * day)
        .execute()
    },

    async list() {
      const rows = await db.selectFrom('jobs').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        state: row.state,
        attempts: row.attempts,
        createdAtMs: row.created_at,
        runAtMs: row.run_at,
        error: row.error,
      }))
    },

    async counts() {
      const { rows } = await sql<JobCount>`
        select name, state, count(*) as "count",
               min(case when state = 'waiting' then run_at else created_at end) as "oldestAtMs"
        from (select name, state, run_at, created_at from jobs limit ${MAX_COUNTED_JOBS})
        group by name, state`.execute(db)
      return rows
    },

    async retry(id) {
      const now = clock.now()
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set((eb) => ({
          state: 'waiting',
          // A failed job gets one further run, and is failed again after it.
          max_attempts: eb
            .case()
            .when('state', '=', 'failed')
            .then(eb('attempts', '+', 1))
            .else(eb.ref('max_attempts'))
            .end(),
          run_at: now,
          updated_at: now,
        }))
        .where('id', '=', id)
        .where('state', 'in', ['failed', 'waiting'])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async cancel(id) {
      const { numDeletedRows } = await db.deleteFrom('jobs').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    close: () => Promise.resolve(),
  }
}
