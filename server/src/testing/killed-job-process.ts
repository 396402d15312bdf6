/** A process that is killed after it committed a job: before it ran (`waiting`), or in the middle of the run (`active`). */
import * as z from 'zod/mini'
import { systemClock } from '../infrastructure/clock.ts'
import { readConfig } from '../infrastructure/config/config.ts'
import { connect } from '../infrastructure/db/connect.ts'
import { transactor } from '../infrastructure/db/transact.ts'
import { ids } from '../infrastructure/ids.ts'
import { defineJob, handleJob } from '../infrastructure/jobs/job-definition.ts'
import { createJobQueue } from '../infrastructure/jobs/job-queue.ts'
import { openJobStore } from '../infrastructure/jobs/open-job-store.ts'
import { createLog } from '../infrastructure/log.ts'

const when = process.argv[2]
const log = createLog('silent')
const { db, engine, migrate } = connect(readConfig(), log)
await migrate(Date.now())
const transact = transactor(db)
const clock = systemClock
const store = openJobStore({ db, engine, transact, clock, ids, log })
const jobs = createJobQueue({ store, db, transact, clock, log })
const killSelf = () => process.kill(process.pid, 'SIGKILL')
const job = defineJob('survivor', z.object({ text: z.string() }), { backoffMs: 0 })
jobs.register([handleJob(job, () => Promise.resolve(killSelf()))])
await transact((trx) => jobs.enqueue(trx, job, { text: 'still here' }))
if (when === 'waiting') killSelf()
else await jobs.runDue()
