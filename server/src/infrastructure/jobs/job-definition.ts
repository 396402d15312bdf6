import type * as z from 'zod/mini'
import { hour, minute, second } from '../clock.ts'
import type { Log } from '../log.ts'

/** A kind of job. Enqueueing one needs only this, not the handler. */
export interface JobDefinition<P> {
  /** Unique, kebab-case. Stored with every job: after a renaming, waiting jobs never run. */
  readonly name: string
  readonly payload: z.ZodMiniType<P>
  /** How often a failed run is repeated before the job is put on the dead-letter list. */
  readonly retries: number
  /** Delay before the first repetition; it doubles each time. */
  readonly backoffMs: number
  readonly maxBackoffMs: number
  /** A run that takes longer is aborted and counts as failed. At most a day. */
  readonly timeLimitMs: number
  /** Jobs of this kind that one process runs at the same time. */
  readonly concurrency: number
}

export interface JobContext {
  /** Aborted when the time limit has passed, the job was cancelled or the process stops. */
  readonly signal: AbortSignal
  /** 1 in the first run. */
  readonly attempt: number
  readonly log: Log
  /** Shown by `holdall jobs list`; written at most once a second. */
  progress(done: number, total: number): Promise<void>
}

export interface JobHandler<P = unknown> {
  readonly definition: JobDefinition<P>
  /** May run more than once for the same job: it has to be idempotent. */
  readonly run: (payload: P, context: JobContext) => Promise<unknown>
  /** Enqueued at this interval with the payload `{}`; only once after a downtime of any length. */
  readonly everyMs?: number
}

type Options = Partial<Omit<JobDefinition<unknown>, 'name' | 'payload'>>

export const defineJob = <P>(name: string, payload: z.ZodMiniType<P>, options: Options = {}): JobDefinition<P> => ({
  name,
  payload,
  retries: options.retries ?? 5,
  backoffMs: options.backoffMs ?? 10 * second,
  maxBackoffMs: options.maxBackoffMs ?? hour,
  timeLimitMs: options.timeLimitMs ?? 15 * minute,
  concurrency: options.concurrency ?? 1,
})

/** Binds a handler to its definition. */
export const handleJob = <P>(
  definition: JobDefinition<P>,
  run: JobHandler<P>['run'],
  schedule: { readonly everyMs?: number } = {},
): JobHandler => ({ definition, run, ...schedule }) as unknown as JobHandler
