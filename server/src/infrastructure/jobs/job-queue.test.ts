import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { day, hour, minute } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { type Connected, connect } from '../db/connect.ts'
import { transactor } from '../db/transact.ts'
import { openTransaction } from '../db/transaction-context.ts'
import { ids } from '../ids.ts'
import { createLog } from '../log.ts'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { killedProcess } from '../../testing/killed-process.ts'
import { until } from '../../testing/until.ts'
import { defineJob, handleJob, type JobHandler } from './job-definition.ts'
import { createJobQueue, type JobQueue } from './job-queue.ts'
import { openJobStore } from './open-job-store.ts'

let place: Place
let connected: Connected
let ahead = 0
const clock = { now: () => Date.now() + ahead }
const log = createLog('silent')
const queues: JobQueue[] = []
const environment = () => ({
  HOLDALL_DATA_DIR: place.dataDir,
  ...(place.databaseUrl && { HOLDALL_DATABASE_URL: place.databaseUrl }),
})

beforeEach(async () => {
  ahead = 0
  place = await freshPlace()
  connected = connect(readConfig(environment()), log)
  await connected.migrate(0)
})
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop()
  await connected.db.destroy()
  await place.remove()
})

const transact: ReturnType<typeof transactor> = (work) => transactor(connected.db)(work)

function open(handlers: readonly JobHandler[]): JobQueue {
  const { db, engine } = connected
  const store = openJobStore({ db, engine, transact, clock, ids, log })
  const queue = createJobQueue({ store, db, transact, clock, log, pollMs: 20, heartbeatMs: 20, stopGraceMs: 300 })
  queue.register(handlers)
  queues.push(queue)
  return queue
}

const job = defineJob('note', z.object({ text: z.string() }), { backoffMs: 0, retries: 2 })
const note = (seen: string[]) => handleJob(job, ({ text }) => Promise.resolve(seen.push(text)))
const enqueue = (queue: JobQueue, text: string, options = {}) =>
  transact((trx) => queue.enqueue(trx, job, { text }, options))

test('runs a job after the transaction that enqueued it, and never when that was rolled back', async () => {
  const seen: string[] = []
  const queue = open([note(seen)])
  const failing = transact(async (trx) => {
    await queue.enqueue(trx, job, { text: 'rolled back' })
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  await transact(async (trx) => {
    await queue.enqueue(trx, job, { text: 'committed' })
    expect(await openTransaction.exit(() => queue.list())).toEqual([])
  })
  expect(await queue.list()).toMatchObject([{ name: 'note', state: 'waiting', attempts: 0, error: null }])
  expect(await queue.runDue()).toBe(1)
  expect([seen, await queue.list()]).toEqual([['committed'], []])
})

test('runs a job of a transaction that began before the queue was opened', async () => {
  const seen: string[] = []
  let queue: JobQueue | undefined
  await transact(async (trx) => {
    await sql`select 1 from users`.execute(trx)
    queue ??= openTransaction.exit(() => open([note(seen)]))
    await queue.enqueue(trx, job, { text: 'first' })
  })
  expect(await queue!.runDue()).toBe(1)
  expect(seen).toEqual(['first'])
})

test('a started queue runs what is committed later, also what another process enqueued', async () => {
  const [seen, elsewhere]: string[][] = [[], []]
  const queue = open([note(seen!)])
  queue.start()
  await enqueue(queue, 'own')
  await enqueue(open([note(elsewhere!)]), 'foreign')
  await until(() => seen!.length === 2)
  expect([seen!.sort(), elsewhere]).toEqual([['foreign', 'own'], []])
})

test('a job does not run in the context of the request that enqueued it', async () => {
  const request = new AsyncLocalStorage<string>()
  const contexts: (string | undefined)[] = []
  const queue = open([handleJob(job, () => Promise.resolve(contexts.push(request.getStore())))])
  queue.start()
  for (let n = 1; n <= 10; n++) {
    await request.run('a request', () => enqueue(queue, 'x'))
    await until(() => contexts.length === n)
  }
  expect(new Set(contexts)).toEqual(new Set([undefined]))
})

test('refuses an invalid payload and a kind that is not registered', async () => {
  const queue = open([note([])])
  // As after an upgrade that changed the schema: the type says nothing of what was stored.
  const stored = JSON.parse('{"text":1}') as { text: string }
  await expect(transact((trx) => queue.enqueue(trx, job, stored))).rejects.toThrow('"expected": "string"')
  const unknown = defineJob('unknown', z.object({}))
  await expect(transact((trx) => queue.enqueue(trx, unknown, {}))).rejects.toThrow('"unknown" is not registered')
  expect(() => open([note([]), note([])])).toThrow('registered twice')
})

test('a key is enqueued once while it waits', async () => {
  const seen: string[] = []
  const queue = open([note(seen)])
  for (const text of ['one', 'two']) await enqueue(queue, text, { key: 'k' })
  await enqueue(queue, 'other', { key: 'l' })
  for (const text of ['no key', 'no key']) await enqueue(queue, text)
  await queue.runDue()
  expect(seen.sort()).toEqual(['no key', 'no key', 'one', 'other'])
  await enqueue(queue, 'again', { key: 'k' })
  await queue.runDue()
  expect(seen).toContain('again')
})

test('a delayed job waits', async () => {
  const seen: string[] = []
  const queue = open([note(seen)])
  await enqueue(queue, 'later', { delayMs: hour })
  expect(await queue.runDue()).toBe(0)
  const [waiting] = await queue.list()
  expect(waiting!.runAtMs - waiting!.createdAtMs).toBeGreaterThan(hour - minute)
  expect(await queue.retry(waiting!.id)).toBe(true)
  await queue.runDue()
  expect(seen).toEqual(['later'])
})

test('counts the jobs of a kind by state, with the time of the oldest', async () => {
  const queue = open([handleJob(job, () => Promise.reject(new Error('no luck')))])
  await enqueue(queue, 'a')
  await queue.runDue()
  for (const text of ['later', 'even later']) await enqueue(queue, text, { delayMs: hour })
  const counts = (await queue.counts()).toSorted((one, other) => one.count - other.count)
  const [failed, ...waiting] = await queue.list()
  expect(counts).toEqual([
    { name: 'note', state: 'failed', count: 1, oldestAtMs: expect.closeTo(failed!.createdAtMs, -1) },
    { name: 'note', state: 'waiting', count: 2, oldestAtMs: expect.closeTo(waiting[0]!.runAtMs, -1) },
  ])
})

test('a failing job is repeated, then put on the dead-letter list, from where it can be run again', async () => {
  const attempts: number[] = []
  let isBroken = true
  const queue = open([
    handleJob(job, (_, { attempt }) => {
      attempts.push(attempt)
      return isBroken ? Promise.reject(new Error('no luck')) : Promise.resolve()
    }),
  ])
  await enqueue(queue, 'a')
  await queue.runDue()
  expect(attempts).toEqual([1, 2, 3])
  const [dead] = await queue.list()
  expect(dead).toMatchObject({ state: 'failed', attempts: 3, error: 'no luck' })
  expect(await queue.runDue()).toBe(0)
  isBroken = false
  expect(await queue.retry(dead!.id)).toBe(true)
  expect(await queue.runDue()).toBe(1)
  expect([attempts.at(-1), await queue.list()]).toEqual([4, []])
  expect([await queue.retry(dead!.id), await queue.cancel(dead!.id), await queue.retry('x')]).toEqual([
    false,
    false,
    false,
  ])
})

test('an error of which a database cannot store the text is stored without that part', async () => {
  const queue = open([handleJob(job, () => Promise.reject(new Error('a\0b\ud83d')))])
  await enqueue(queue, 'a')
  await queue.runDue()
  expect(await queue.list()).toMatchObject([{ state: 'failed', attempts: 3, error: 'ab\ufffd' }])
})

test('waits longer before each repetition', async () => {
  const slow = defineJob('slow', z.object({}), { backoffMs: 20_000, maxBackoffMs: 90_000 })
  const queue = open([handleJob(slow, () => Promise.reject(new Error('no luck')))])
  await transact((trx) => queue.enqueue(trx, slow, {}))
  const delays: number[] = []
  for (let run = 0; run < 3; run++) {
    await queue.runDue()
    const [waiting] = await queue.list()
    delays.push(waiting!.runAtMs - clock.now())
    await queue.retry(waiting!.id)
  }
  // pg-boss draws each delay between the computed one and its double.
  expect(delays[0]).toBeGreaterThan(15_000)
  expect(delays[0]).toBeLessThanOrEqual(41_000)
  expect(delays[2]).toBeGreaterThan(70_000)
  expect(delays[2]).toBeLessThanOrEqual(91_000)
})

test('a schedule that was missed for long runs once, and again at its time', async () => {
  let runs = 0
  const daily = defineJob('daily', z.object({}))
  const handler = handleJob(daily, () => Promise.resolve(runs++), { everyMs: day })
  expect([await open([handler]).runDue(), await open([handler]).runDue(), runs]).toEqual([1, 0, 1])
  ahead = 40 * day
  // As on a host that is restarted every day: no process lives for as long as the schedule.
  expect([await open([handler]).runDue(), await open([handler]).runDue(), runs]).toEqual([1, 0, 2])
  ahead += day
  expect([await open([handler]).runDue(), runs]).toEqual([1, 3])
  ahead = 0
  expect([await open([handler]).runDue(), runs]).toEqual([1, 4])
})

test('a stuck job does not block other kinds, and ends at its time limit', async () => {
  const seen: string[] = []
  const stuck = defineJob('stuck', z.object({}), { timeLimitMs: 150, retries: 0 })
  let started = 0
  const handler = handleJob(stuck, () => {
    started++
    return new Promise(() => undefined)
  })
  const queue = open([note(seen), handler])
  queue.start()
  await transact(async (trx) => {
    await queue.enqueue(trx, stuck, {})
    await queue.enqueue(trx, stuck, {})
  })
  await until(() => started > 0)
  await enqueue(queue, 'goes on')
  await until(() => seen.length === 1)
  await until(async () => (await queue.list()).filter(({ state }) => state === 'failed').length === 2)
  expect((await queue.list()).map(({ error }) => error)).toEqual(Array(2).fill('The run took longer than 0.15 s.'))
})

test('runs as many of a kind at once as it may', async () => {
  const wide = defineJob('wide', z.object({}), { concurrency: 3 })
  let running = 0
  let maxRunning = 0
  const queue = open([
    handleJob(wide, async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setTimeout(resolve, 30))
      running--
    }),
  ])
  await transact(async (trx) => {
    for (let n = 0; n < 7; n++) await queue.enqueue(trx, wide, {})
  })
  expect(await queue.runDue()).toBe(7)
  expect(maxRunning).toBe(3)
})

test('shows progress, and a cancelled run is aborted', async () => {
  const long = defineJob('long', z.object({}))
  let reason: unknown
  const queue = open([
    handleJob(long, async (_, { progress, signal }) => {
      await progress(3, 10)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      reason = signal.reason
      throw signal.reason
    }),
  ])
  queue.start()
  await transact((trx) => queue.enqueue(trx, long, {}))
  await until(async () => (await queue.list())[0]?.progress?.done === 3)
  const [{ id, state, progress }] = (await queue.list()) as [Awaited<ReturnType<JobQueue['list']>>[number]]
  expect([state, progress]).toEqual(['active', { done: 3, total: 10 }])
  // By another process: the run learns it by its heartbeat.
  expect(await open([]).cancel(id)).toBe(true)
  await until(() => reason !== undefined)
  expect([String(reason), await queue.list()]).toEqual(['Error: The job was cancelled.', []])
})

test('stopping aborts a run, which begins again after the next start and does not count', async () => {
  const attempts: number[] = []
  const slow = defineJob('slow', z.object({}), { retries: 0 })
  const handler = (isSlow: boolean) =>
    handleJob(slow, (_, { attempt, signal }) => {
      attempts.push(attempt)
      return new Promise<void>((resolve, reject) => {
        if (!isSlow) resolve()
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    })
  const first = open([handler(true)])
  first.start()
  await transact((trx) => first.enqueue(trx, slow, {}))
  await until(() => attempts.length === 1)
  await first.stop()
  expect(await open([handler(false)]).runDue()).toBe(1)
  expect(attempts).toEqual([1, 1])
})

test('stopping lets a run that ignores it end, for a while', async () => {
  const slow = defineJob('slow', z.object({}))
  let isDone = false
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const queue = open([
    handleJob(slow, async () => {
      await finished
      isDone = true
    }),
  ])
  queue.start()
  await transact((trx) => queue.enqueue(trx, slow, {}))
  await until(async () => (await queue.list())[0]?.state === 'active')
  const stopped = queue.stop()
  finish()
  await stopped
  expect([isDone, await open([]).list()]).toEqual([true, []])
})

test.each(['waiting', 'active'])('a process that is killed while its job is %s loses nothing', async (when) => {
  await killedProcess('killed-job-process.ts', [when], environment())
  const seen: string[] = []
  const survivor = defineJob('survivor', z.object({ text: z.string() }), { backoffMs: 0 })
  const queue = open([handleJob(survivor, ({ text }) => Promise.resolve(seen.push(text)))])
  expect(await queue.list()).toMatchObject([{ state: when }])
  if (when === 'active' && connected.engine === 'postgres') {
    // Its process has sent no heartbeat for a minute.
    await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'`.execute(connected.db)
  }
  queue.start()
  await until(() => seen.length > 0)
  await until(async () => (await queue.list()).length === 0)
  expect(seen).toEqual(['still here'])
})
