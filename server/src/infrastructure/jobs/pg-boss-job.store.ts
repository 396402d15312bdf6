import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as PgBossModule from 'pg-boss'
import type { ConstructorOptions, PgBoss, SendOptions } from 'pg-boss'
import type { Db, Transact, Trx } from '../db/transact.ts'
import { day, second } from '../clock.ts'
import type { Log } from '../log.ts'
import type { JobDefinition } from './job-definition.ts'
import {
  DEAD_LETTER_DAYS,
  type JobCount,
  type JobRecord,
  MAX_COUNTED_JOBS,
  type JobStore,
  type NewJob,
} from './job.store.ts'

type FromKysely = typeof PgBossModule.fromKysely

const SCHEMA = 'pgboss'
/** A node that reports nothing for this long is gone, and its jobs run elsewhere. */
const HEARTBEAT_SECONDS = 40

const inSeconds = (millis: number) => Math.max(1, Math.ceil(millis / second))

/** The library is imported here, because SQLite does not need it. */
async function openBoss(db: Db, log: Log): Promise<{ boss: PgBoss; fromKysely: FromKysely }> {
  const { PgBoss: Boss, fromKysely } = await import('pg-boss')
  const options: ConstructorOptions = {
    // Over our own pool, which also translates the driver's errors.
    db: fromKysely(db),
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 20,
  }
  const boss = new Boss(options)
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  return { boss, fromKysely }
}

const optionsOf = (definition: JobDefinition<unknown>): SendOptions => ({
  retryLimit: definition.retries,
  retryDelay: Math.ceil(definition.backoffMs / second),
  retryBackoff: definition.backoffMs > 0,
  ...(definition.backoffMs > 0 && { retryDelayMax: inSeconds(definition.maxBackoffMs) }),
  // The process that runs a job enforces the limit itself; this is for processes that have ended.
  expireInSeconds: Math.min(inSeconds(definition.timeLimitMs) + 60, day / second),
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Waiting jobs practically never expire. Completed ones are deleted at once, so `deleteAfterSeconds` is for failed
  // ones.
  retentionSeconds: (3650 * day) / second,
  deleteAfterSeconds: (DEAD_LETTER_DAYS * day) / second,
})

/** Jobs in pg-boss's tables, shared by all nodes. */
export function createPgBossJobStore(deps: {
  readonly db: Db
  readonly transact: Transact
  readonly log: Log
}): JobStore {
  const { db, transact, log } = deps
  let opened: PgBoss | undefined
  // Set by `open`, which comes first.
  let boss: PgBoss
  let over: FromKysely

  const send = (trx: Trx, { definition, payload, key, delayMs }: NewJob) =>
    boss.send(definition.name, payload as object, {
      ...optionsOf(definition),
      // The policy `short` allows one waiting job for each key.
      singletonKey: key ?? randomUUID(),
      ...(delayMs > 0 && { startAfter: inSeconds(delayMs) }),
      db: over(trx),
    })

  async function nameOf(id: string): Promise<string | undefined> {
    if (!/^[0-9a-f-]{36}$/i.test(id)) return undefined
    const { rows } = await sql<{
      name: string
    }>`select name from ${sql.table(`${SCHEMA}.job`)} where id = ${id}`.execute(db)
    return rows[0]?.name
  }

  return {
    async open(definitions) {
      const open = await openBoss(db, log)
      over = open.fromKysely
      opened = boss = open.boss
      await boss.start()
      const known = new Set((await boss.getQueues()).map((queue) => queue.name))
      for (const { name } of definitions) {
        if (known.has(name)) continue
        await boss.createQueue(name, { policy: 'short' })
        // The library reads a queue before its first use and keeps it. The first use is in a transaction, where it would
        // need a second connection.
        await boss.findJobs(name, { id: randomUUID() })
      }
    },

    async insert(trx, job) {
      await send(trx, job)
    },

    async dueNames() {
      const { rows } = await sql<{ name: string }>`
        select distinct name from ${sql.table(`${SCHEMA}.job`)} where state < 'active' and start_after <= now()`.execute(
        db,
      )
      return rows.map((row) => row.name)
    },

    async claim({ name }, limit) {
      const jobs = await boss.fetch(name, { batchSize: limit, includeMetadata: true })
      return jobs.map((job) => ({
        id: job.id,
        name: job.name,
        key: job.singletonKey,
        payload: job.data as unknown,
        attempt: job.retryCount + 1,
      }))
    },

    async heartbeat({ name, id }) {
      const { affected } = (await boss.touch(name, id)) as { affected: number }
      return affected > 0
    },

    async complete({ name, id }) {
      await boss.deleteJob(name, id)
    },

    async fail({ name, id }, _definition, message) {
      await boss.fail(name, id, { message })
    },

    async release(job, definition) {
      await transact(async (trx) => {
        await boss.deleteJob(job.name, job.id, { db: over(trx) })
        await send(trx, { definition, payload: job.payload, key: job.key ?? undefined, delayMs: 0 })
      })
    },

    // Another node may run it: a missing heartbeat shows what a killed process ran.
    recover: () => Promise.resolve(),
    maintain: () => boss.supervise(),

    async list() {
      const records: JobRecord[] = []
      for (const { name } of await boss.getQueues()) {
        for (const job of await boss.findJobs(name)) {
          if (job.state === 'completed' || job.state === 'cancelled') continue
          const { message } = (job.output ?? {}) as { message?: string }
          records.push({
            id: job.id,
            name,
            state: job.state === 'active' || job.state === 'failed' ? job.state : 'waiting',
            attempts: job.state === 'created' ? 0 : job.retryCount + (job.startedOn ? 1 : 0),
            createdAtMs: job.createdOn.getTime(),
            runAtMs: job.startAfter.getTime(),
            error: message ?? null,
          })
        }
      }
      return records.sort((a, b) => a.createdAtMs - b.createdAtMs)
    },

    async counts() {
      const { rows } = await sql<{ name: string; state: JobCount['state']; count: string; oldest: string }>`
        select name, case when state < 'active' then 'waiting' else state::text end as state, count(*) as count,
               min(extract(epoch from case when state < 'active' then start_after else created_on end)) as oldest
        from (
          select name, state, start_after, created_on from ${sql.table(`${SCHEMA}.job`)}
          where state <= 'active' or state = 'failed' limit ${MAX_COUNTED_JOBS}
        ) as jobs
        group by 1, 2`.execute(db)
      return rows.map(({ count, oldest, ...kind }) => ({
        ...kind,
        count: Number(count),
        oldestAtMs: Number(oldest) * second,
      }))
    },

    async retry(id) {
      const name = await nameOf(id)
      if (!name) return false
      const { affected } = (await boss.retry(name, id)) as { affected: number }
      const { updated } = await boss.update(name, undefined, { id, startAfter: new Date(0) })
      return affected + updated > 0
    },

    async cancel(id) {
      const name = await nameOf(id)
      if (!name) return false
      const { affected } = (await boss.deleteJob(name, id)) as { affected: number }
      return affected > 0
    },

    async close() {
      await opened?.stop({ graceful: false })
    },
  }
}
