import * as z from 'zod/mini'
import type { Clock } from '../../infrastructure/clock.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import { connect } from '../../infrastructure/db/connect.ts'
import { transactor } from '../../infrastructure/db/transact.ts'
import { ids } from '../../infrastructure/ids.ts'
import { defineJob } from '../../infrastructure/jobs/job-definition.ts'
import { openJobStore } from '../../infrastructure/jobs/open-job-store.ts'
import { createLog } from '../../infrastructure/log.ts'
import { readRows } from './checked-file.ts'

interface JobRow {
  readonly name: string
  readonly key: string | null
  readonly payload: string
  readonly state: 'waiting' | 'active' | 'failed'
  readonly max_attempts: number
  readonly run_at: number
}

/**
 * Enqueues the jobs of a backup in pg-boss, which creates its own tables. Failed jobs are left out: they would run
 * again.
 */
export async function queueJobs(
  target: Pick<Config, 'dataDir' | 'databaseUrl'>,
  path: string,
  clock: Clock,
): Promise<void> {
  const { db, engine } = connect(target, createLog('silent'))
  const transact = transactor(db)
  const store = openJobStore({ db, engine, transact, clock, ids, log: createLog('silent') })
  try {
    const rows: JobRow[] = []
    for await (const row of readRows(path)) if (row['state'] !== 'failed') rows.push(row as unknown as JobRow)
    const definitionOf = ({ name, max_attempts }: JobRow) => defineJob(name, z.any(), { retries: max_attempts - 1 })
    await store.open(rows.map(definitionOf))
    await transact(async (trx) => {
      for (const row of rows) {
        await store.insert(trx, {
          definition: definitionOf(row),
          payload: JSON.parse(row.payload) as unknown,
          key: row.key ?? undefined,
          delayMs: Math.max(0, row.run_at - clock.now()),
        })
      }
    })
  } finally {
    await store.close()
    await db.destroy()
  }
}
