import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@holdall/api/table'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allJobs } from './background-jobs.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { connect } from './db/connect.ts'
import type { SqliteOptions } from './db/sqlite.ts'
import { transactor } from './db/transact.ts'
import { defaultLimits, type HttpLimits } from './http/limits.ts'
import { registerEndpoints } from './http/register.ts'
import { createServer } from './http/server.ts'
import type { Route } from './http/handle.ts'
import { createIds } from './ids.ts'
import type { JobHandler } from './jobs/job-definition.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { openJobStore } from './jobs/open-job-store.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { registerLogo } from './meta/logo.ts'
import { pageData } from './meta/page-data.ts'
import { createFormQuota } from './quota/form-bytes.ts'
import { allRoutes } from './routes.ts'
import { readSecret } from './secret.ts'
import type { Services } from './services.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSettings } from './settings/settings.ts'
import { createInstallation } from './setup/installation.ts'
import { createThrottle } from './throttle/throttle.ts'
import { uiPlugin } from './ui/plugin.ts'
import { createUi } from './ui/ui.ts'
import { createStreamHashes } from './uploads/stream-hash.ts'
import { createUploadSlots } from './uploads/upload-slots.ts'
import { registerProbes } from './meta/probes.ts'
import { installUnattended } from './setup/owner.ts'

/** What tests replace. */
export interface Overrides extends Partial<SqliteOptions> {
  readonly clock?: Clock
  readonly log?: Log
  readonly mailer?: Mailer
  readonly validateResponses?: boolean
  /** Where the builds of shell and sections are; this repository unless said. */
  readonly builds?: string
  /** Beside those of the features. */
  readonly jobs?: readonly JobHandler[]
  readonly limits?: Partial<HttpLimits>
  readonly mapRoutes?: (routes: readonly Route[]) => readonly Route[]
}

export interface App {
  readonly app: FastifyInstance
  readonly services: Services
  close(): Promise<void>
}

/** The one place that puts Holdall together. The result answers `app.inject`, and listens when told to. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(config.logLevel)
  const secret = readSecret(config.dataDir)
  const connected = connect(config, log, overrides)
  let stopJobs: (() => Promise<void>) | undefined
  try {
    await connected.migrate(clock.now())
    const { db, engine } = connected
    const transact = transactor(db)
    const transactBulk = transactor(db, { isBulk: true })
    const transactUnsynced = transactor(db, { isSynced: false })
    const ids = createIds(clock)
    const jobs = createJobQueue({
      store: openJobStore({ db, engine, transact, clock, ids, log }),
      db,
      transact,
      clock,
      log,
    })
    stopJobs = () => jobs.stop()
    const settings = createSettings(db, clock, config.settings)
    const services: Services = {
      config,
      limits: { ...defaultLimits, ...overrides.limits },
      engine,
      db,
      transact,
      transactBulk,
      transactUnsynced,
      clock,
      ids,
      settings,
      secret,
      log,
      sessions: createSessions({ config, db, clock, ids, log }),
      throttle: createThrottle(db, transact, clock),
      installation: createInstallation(db),
      formQuota: createFormQuota({ db, settings }),
      streamHashes: createStreamHashes(),
      uploadSlots: createUploadSlots(),
      mailer: overrides.mailer ?? (await createMailer(config)),
      jobs,
      ui: createUi({
        dataDir: config.dataDir,
        version: config.version,
        log,
        ...(overrides.builds && { builds: overrides.builds }),
      }),
      startedAt: clock.now(),
    }
    jobs.register([...allJobs(services), ...(overrides.jobs ?? [])])
    await installUnattended(services)
    // Forms that a killed process was receiving; nothing refers to them any more.
    await rm(join(config.dataDir, 'tmp'), { recursive: true, force: true })
    const app = await createServer(services)
    registerProbes(app, services)
    registerLogo(app, services)
    const routes = allRoutes(services)
    registerEndpoints(app, services, endpoints, overrides.mapRoutes?.(routes) ?? routes, {
      validateResponses: overrides.validateResponses ?? false,
    })
    const callerData = (request: FastifyRequest) => pageData(services, request)
    await app.register(uiPlugin({ ui: services.ui, config, callerData }))
    // Before the server waits for transfers under way, which may last until the process is ended.
    app.addHook('preClose', () => jobs.stop())
    app.addHook('onClose', () => services.streamHashes.close())
    app.addHook('onClose', () => db.destroy())
    return { app, services, close: () => app.close() }
  } catch (error) {
    await stopJobs?.()
    await connected.db.destroy()
    throw error
  }
}
