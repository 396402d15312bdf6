import { systemClock } from '../infrastructure/clock.ts'
import type { Config } from '../infrastructure/config/config.ts'
import { isMigrated } from '../infrastructure/db/migrate.ts'
import { transactor } from '../infrastructure/db/transact.ts'
import { ids } from '../infrastructure/ids.ts'
import { createJobQueue, type JobQueue } from '../infrastructure/jobs/job-queue.ts'
import { openJobStore } from '../infrastructure/jobs/open-job-store.ts'
import { createLog } from '../infrastructure/log.ts'
import { CommandError, withDatabase } from './database.ts'
import { table, type Terminal, UsageError } from './output.ts'

/** `holdall jobs …`. Works beside a running server. */
export async function jobCommand(args: readonly string[], config: Config, terminal: Terminal): Promise<void> {
  const [verb = 'list', id, ...more] = args
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!command) throw new UsageError(`There is no "holdall jobs ${verb}".`)
  if (more.length > 0 || (id !== undefined) !== command.takesId) {
    throw new UsageError(`Usage: holdall jobs ${verb}${command.takesId ? ' ID' : ''}`)
  }
  await withDatabase(config, async ({ db, engine }) => {
    if (!(await isMigrated(db))) {
      throw new CommandError('The database is of another version. Start this version of Holdall once, then try again.')
    }
    const [clock, log, transact] = [systemClock, createLog('silent'), transactor(db)]
    const store = openJobStore({ db, engine, transact, clock, ids, log })
    const jobs = createJobQueue({ store, db, transact, clock, log })
    try {
      terminal.out(await command.run(jobs, id ?? ''))
    } finally {
      await jobs.stop()
    }
  })
}

interface Command {
  readonly takesId: boolean
  run(jobs: JobQueue, id: string): Promise<string>
}

const unknown = (id: string) => new CommandError(`There is no job ${id} that this could be done with.`)

const commands: Record<string, Command> = {
  list: { takesId: false, run: list },
  retry: {
    takesId: true,
    async run(jobs, id) {
      if (!(await jobs.retry(id))) throw unknown(id)
      return `Job ${id} runs next.`
    },
  },
  cancel: {
    takesId: true,
    async run(jobs, id) {
      if (!(await jobs.cancel(id))) throw unknown(id)
      return `Job ${id} was cancelled.`
    },
  },
}

const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

async function list(jobs: JobQueue): Promise<string> {
  const found = await jobs.list()
  if (found.length === 0) return 'No jobs are waiting, running or failed.'
  const rows = found.map(({ id, name, state, attempts, runAtMs, progress, error }) => [
    id,
    name,
    state,
    `${attempts} ${attempts === 1 ? 'run' : 'runs'}`,
    state === 'waiting' ? `due ${time(runAtMs)}` : progress ? `${progress.done} of ${progress.total}` : '',
    error?.split('\n', 1)[0] ?? '',
  ])
  return table(rows).join('\n')
}
