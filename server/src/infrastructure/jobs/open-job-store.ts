import type { Clock } from '../clock.ts'
import type { Db, Transact } from '../db/transact.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import type { JobStore } from './job.store.ts'
import { createPgBossJobStore } from './pg-boss-job.store.ts'
import { createSqliteJobStore } from './sqlite-job.store.ts'

interface Deps {
  readonly engine: 'sqlite' | 'postgres'
  readonly db: Db
  readonly transact: Transact
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export const openJobStore = (deps: Deps): JobStore =>
  deps.engine === 'postgres' ? createPgBossJobStore(deps) : createSqliteJobStore(deps)
