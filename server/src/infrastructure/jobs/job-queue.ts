import { AsyncResource } from 'node:async_hooks'
import { type Clock, day, second } from '../clock.ts'
import { DbError } from '../db/errors.ts'
import { openTransaction } from '../db/transaction-context.ts'
import { type Db, onCommit, type Transact, type Trx } from '../db/transact.ts'
import type { Log } from '../log.ts'
import type { JobContext, JobDefinition, JobHandler } from './job-definition.ts'
import type { ClaimedJob, JobCount, JobRecord, JobStore } from './job.store.ts'
import {
  advanceSchedule,
  allProgress,
  deleteOldProgress,
  deleteProgress,
  type JobProgress,
  nextRuns,
  saveProgress,
} from './job-state.store.ts'

export interface EnqueueOptions {
  /** While a job of the same kind and key waits for its first run, enqueueing again is a no-op. */
  readonly key?: string
  readonly delayMs?: number
}

export interface JobQueue {
  /** Registers the kinds of jobs; once, before anything is enqueued. */
  register(handlers: readonly JobHandler[]): void
  /**
   * Commits with the change that caused it, and is delivered at least once. Throws for a payload that its schema
   * refuses and for a kind that is not registered.
   */
  enqueue<P>(trx: Trx, definition: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>
  list(): Promise<readonly (JobRecord & { readonly progress: JobProgress | null })[]>
  counts(): Promise<readonly JobCount[]>
  /** Makes a failed or waiting job due now; false when there is none. */
  retry(id: string): Promise<boolean>
  /** Removes a job; its run is aborted. False when there is none. */
  cancel(id: string): Promise<boolean>
  /** Begins to run what is due, in the background. */
  start(): void
  /** Stops it: active runs are aborted and waited for; those that do not end in time run again after the next start. */
  stop(): Promise<void>
  /** Runs what is due now, schedules included, until nothing is; returns the number of runs. */
  runDue(): Promise<number>
}

export interface JobQueueDeps {
  readonly store: JobStore
  readonly db: Db
  readonly transact: Transact
  readonly clock: Clock
  readonly log: Log
  readonly pollMs?: number
  readonly heartbeatMs?: number
  readonly stopGraceMs?: number
}

const SCHEDULE_CHECK_MS = 20 * second
const MAINTAIN_MS = 20 * second
const PROGRESS_MS = second
/** After an error of the database. */
const MAX_PAUSE_MS = 30 * second

/** Text that both engines store: PostgreSQL takes no NUL and no half of a surrogate pair. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return Buffer.from(text.replaceAll('\0', '').slice(0, 2000)).toString()
}

interface Run {
  readonly job: ClaimedJob
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export function createJobQueue(deps: JobQueueDeps): JobQueue {
  const { store, db, transact, clock, log } = deps
  const { pollMs = second, heartbeatMs = 10 * second, stopGraceMs = 3 * second } = deps
  const handlers = new Map<string, JobHandler>()
  const runs = new Map<string, Set<Run>>()
  let opened: Promise<void> | undefined
  let isOpen = false
  let isRunning = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> | undefined
  let isWakeMissed = false
  let failures = 0
  let checkSchedulesAt = 0
  let maintainAt = 0

  /** Not awaited by the start; the first caller waits for it, and repeats it when it failed. */
  function open(): Promise<void> {
    const definitions = [...handlers.values()].map((handler) => handler.definition)
    // Where the first one failed, a transaction that enqueues begins the next one and waits for it.
    opened ??= openTransaction.exit(() =>
      store.open(definitions).then(
        () => void (isOpen = true),
        (error: unknown) => {
          opened = undefined
          throw error
        },
      ),
    )
    return opened
  }

  async function enqueue<P>(
    trx: Trx,
    definition: JobDefinition<P>,
    payload: P,
    { key, delayMs = 0 }: EnqueueOptions = {},
  ): Promise<void> {
    if (!handlers.has(definition.name)) throw new Error(`The job "${definition.name}" is not registered.`)
    if (!isOpen) {
      await open()
      // On PostgreSQL the transaction sees no queue that was created after its first query: the job would be lost.
      throw new DbError('serialization', new Error('The job queue was opened during the transaction.'))
    }
    await store.insert(trx, {
      definition: definition as JobDefinition<unknown>,
      payload: definition.payload.parse(payload),
      key,
      delayMs,
    })
    onCommit(trx, wake)
  }

  /** What is due after long downtime is enqueued once. */
  async function enqueueScheduled(): Promise<void> {
    const known = await nextRuns(db)
    for (const { definition, everyMs } of handlers.values()) {
      const now = clock.now()
      const nextAt = known.get(definition.name)
      // After a clock was set back, a schedule must not wait until it reaches the old time again.
      if (everyMs === undefined || (nextAt !== undefined && nextAt > now && nextAt <= now + everyMs)) continue
      await transact(async (trx) => {
        if (await advanceSchedule(trx, definition.name, nextAt, now + everyMs)) {
          await enqueue(trx, definition, {}, { key: 'schedule' })
        }
      })
    }
  }

  function contextOf(job: ClaimedJob, signal: AbortSignal): JobContext {
    let savedAt = 0
    return {
      signal,
      attempt: job.attempt,
      log: log.child({ job: job.name, jobId: job.id }),
      async progress(done, total) {
        const now = Date.now()
        if (now - savedAt < PROGRESS_MS && done < total) return
        savedAt = now
        await saveProgress(db, job.id, { done, total }, clock.now())
      },
    }
  }

  /** Stores the outcome of a run, and tries again while the database does not answer. */
  async function settle(write: () => Promise<void>): Promise<void> {
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await write()
      } catch (error) {
        if (isStopping) throw error
        log.error({ err: error }, 'the outcome of a job could not be stored; trying again')
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
      }
    }
  }

  async function execute({ definition, run }: JobHandler, job: ClaimedJob, abort: AbortController): Promise<void> {
    const { signal } = abort
    const limit = setTimeout(
      () => abort.abort(new Error(`The run took longer than ${definition.timeLimitMs / second} s.`)),
      definition.timeLimitMs,
    )
    const beat = setInterval(() => {
      store.heartbeat(job).then(
        (isOurs) => isOurs || abort.abort(new Error('The job was cancelled.')),
        (error: unknown) => log.warn({ err: error, job: job.name }, 'the heartbeat of a job could not be stored'),
      )
    }, heartbeatMs)
    limit.unref()
    beat.unref()
    // A handler that ignores the signal must not keep its slot; when the process stops, it may still finish.
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => isStopping || reject(signal.reason as Error), { once: true })
    })
    try {
      const payload = definition.payload.parse(job.payload)
      await Promise.race([run(payload, contextOf(job, signal)), aborted])
      await settle(() => store.complete(job))
    } catch (error) {
      if (isStopping && signal.aborted) return await settle(() => store.release(job, definition))
      const isLast = job.attempt > definition.retries
      log[isLast ? 'error' : 'warn'](
        { err: error, job: job.name, jobId: job.id, attempt: job.attempt },
        isLast ? 'a job failed for good' : 'a job failed and is tried again',
      )
      await settle(() => store.fail(job, definition, messageOf(error)))
    } finally {
      clearTimeout(limit)
      clearInterval(beat)
      await deleteProgress(db, job.id).catch(() => undefined)
    }
  }

  function begin(handler: JobHandler, job: ClaimedJob): Run {
    const abort = new AbortController()
    const active = runs.get(job.name) ?? new Set<Run>()
    runs.set(job.name, active)
    const ended = execute(handler, job, abort)
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'the outcome of a job could not be stored'))
      .finally(() => {
        active.delete(run)
        wake()
      })
    const run: Run = { job, abort, ended }
    active.add(run)
    return run
  }

  /** Claims as many jobs as may run, and returns the runs that it began. */
  async function beginDue(): Promise<Run[]> {
    const begun: Run[] = []
    for (const name of await store.dueNames()) {
      const handler = handlers.get(name)
      const room = handler ? handler.definition.concurrency - (runs.get(name)?.size ?? 0) : 0
      if (!handler || room <= 0 || isStopping) continue
      for (const job of await store.claim(handler.definition, room)) begun.push(begin(handler, job))
    }
    return begun
  }

  async function tick(): Promise<void> {
    await open()
    const now = clock.now()
    if (now >= checkSchedulesAt || checkSchedulesAt > now + SCHEDULE_CHECK_MS) {
      await enqueueScheduled()
      checkSchedulesAt = now + SCHEDULE_CHECK_MS
    }
    await beginDue()
    if (now >= maintainAt || maintainAt > now + MAINTAIN_MS) {
      await store.maintain()
      await deleteOldProgress(db, now - 2 * day)
      maintainAt = now + MAINTAIN_MS
    }
  }

  // A commit wakes the queue: its jobs do not belong to the request of that commit.
  const wake = AsyncResource.bind((): void => {
    if (!isRunning || isStopping) return
    if (ticking) {
      isWakeMissed = true
      return
    }
    clearTimeout(timer)
    ticking = tick()
      .then(
        () => (failures = 0),
        (error: unknown) => {
          if (!isStopping && failures++ === 0) log.error({ err: error }, 'the job queue cannot be read')
        },
      )
      .then(() => {
        ticking = undefined
        if (isStopping) return
        const pause = failures > 0 ? Math.min(pollMs * 2 ** failures, MAX_PAUSE_MS) : pollMs
        timer = setTimeout(wake, isWakeMissed && failures === 0 ? 0 : pause)
        timer.unref()
        isWakeMissed = false
      })
  })

  return {
    register(all) {
      for (const handler of all) {
        const { name } = handler.definition
        if (handlers.has(name)) throw new Error(`The job "${name}" is registered twice.`)
        handlers.set(name, handler)
      }
      void open().catch((error: unknown) => log.warn({ err: error }, 'the job queue could not be opened yet'))
    },
    enqueue,

    async counts() {
      await open()
      return store.counts()
    },
    async list() {
      await open()
      const progress = await allProgress(db)
      return (await store.list()).map((job) => ({ ...job, progress: progress.get(job.id) ?? null }))
    },
    async retry(id) {
      await open()
      return store.retry(id)
    },
    async cancel(id) {
      await open()
      for (const active of runs.values()) {
        for (const { job, abort } of active) if (job.id === id) abort.abort(new Error('The job was cancelled.'))
      }
      return store.cancel(id)
    },

    start() {
      isRunning = true
      store.recover().then(wake, (error: unknown) => {
        log.error({ err: error }, 'jobs that were interrupted could not be recovered')
        wake()
      })
    },

    async stop() {
      isStopping = true
      clearTimeout(timer)
      await ticking
      const left = [...runs.values()].flatMap((active) => [...active])
      for (const { abort } of left) abort.abort(new Error('The process stops.'))
      let grace: NodeJS.Timeout | undefined
      const out = new Promise<void>((resolve) => (grace = setTimeout(resolve, stopGraceMs)))
      await Promise.race([Promise.all(left.map((run) => run.ended)), out])
      clearTimeout(grace)
      await opened?.catch(() => undefined)
      await store.close()
    },

    async runDue() {
      await open()
      await enqueueScheduled()
      for (let count = 0; ;) {
        const begun = await beginDue()
        if (begun.length === 0) return count
        count += begun.length
        await Promise.all(begun.map((run) => run.ended))
      }
    },
  }
}
