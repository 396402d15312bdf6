import type { Trx } from '../db/transact.ts'
import type { JobDefinition } from './job-definition.ts'

export interface NewJob {
  readonly definition: JobDefinition<unknown>
  readonly payload: unknown
  readonly key: string | undefined
  readonly delayMs: number
}

export interface ClaimedJob {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly key: string | null
  /** 1 in the first run. */
  readonly attempt: number
}

export interface JobRecord {
  readonly id: string
  readonly name: string
  /** `failed` jobs form the dead-letter list. */
  readonly state: 'waiting' | 'active' | 'failed'
  /** Runs so far. */
  readonly attempts: number
  readonly createdAtMs: number
  /** When a waiting job is due. */
  readonly runAtMs: number
  /** Of the last run that failed. */
  readonly error: string | null
}

/** The jobs of a kind in a state. */
export interface JobCount {
  readonly name: string
  readonly state: JobRecord['state']
  readonly count: number
  /** When the oldest was created; of waiting jobs when it is due. */
  readonly oldestAtMs: number
}

/** More than these are not counted. */
export const MAX_COUNTED_JOBS = 100_000

/** Where jobs are kept. What runs them is the same on both databases. */
export interface JobStore {
  /** Prepares the store for jobs of these kinds. */
  open(definitions: readonly JobDefinition<unknown>[]): Promise<void>
  /** No-op when a job of the same kind and key waits for its first run. */
  insert(trx: Trx, job: NewJob): Promise<void>
  /** Kinds that have something due. */
  dueNames(): Promise<readonly string[]>
  claim(definition: JobDefinition<unknown>, limit: number): Promise<readonly ClaimedJob[]>
  /** Reports that a run continues; false when the job was cancelled or taken over. */
  heartbeat(job: ClaimedJob): Promise<boolean>
  complete(job: ClaimedJob): Promise<void>
  /** Schedules the next run, or puts the job on the dead-letter list after the last one. */
  fail(job: ClaimedJob, definition: JobDefinition<unknown>, message: string): Promise<void>
  /** Puts an interrupted job back into the queue, without counting the run. */
  release(job: ClaimedJob, definition: JobDefinition<unknown>): Promise<void>
  /** Once, before the first claim of a process: recovers jobs that a killed process left active. */
  recover(): Promise<void>
  /** Regularly: recovers jobs of processes that have ended, deletes old entries of the dead-letter list. */
  maintain(): Promise<void>
  list(): Promise<readonly JobRecord[]>
  counts(): Promise<readonly JobCount[]>
  /** Makes a failed or waiting job due now; false when there is none. */
  retry(id: string): Promise<boolean>
  /** Removes a job; a run under way is aborted. False when there is none. */
  cancel(id: string): Promise<boolean>
  close(): Promise<void>
}

/** How long failed jobs stay on the dead-letter list. */
export const DEAD_LETTER_DAYS = 30
