import type { Millis } from '../clock.ts'

/** On SQLite only: PostgreSQL has pg-boss. */
export interface JobsTable {
  id: string
  name: string
  /** Of those that wait for their first run, one for each name and key. */
  key: string | null
  /** JSON. */
  payload: string
  /** `failed` after the last of its runs. */
  state: 'waiting' | 'active' | 'failed'
  /** Runs so far, the one under way included. */
  attempts: number
  max_attempts: number
  run_at: Millis
  /** Of the last run that failed. */
  error: string | null
  created_at: Millis
  updated_at: Millis
}

export interface JobSchedulesTable {
  /** The job's name. */
  name: string
  next_at: Millis
}

export interface JobProgressTable {
  job_id: string
  done: number
  total: number
  updated_at: Millis
}
