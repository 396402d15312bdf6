import { endpoints } from '@holdall/api/table'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { connect } from './db/connect.ts'
import type { SqliteOptions } from './db/sqlite.ts'
import { transactor } from './db/transact.ts'
import { registerEndpoints } from './http/register.ts'
import { createServer } from './http/server.ts'
import type { Route } from './http/handle.ts'
import { createIds } from './ids.ts'
import { createLog, type Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { pageData } from './meta/page-data.ts'
import { allRoutes } from './routes.ts'
import { readSecret } from './secret.ts'
import type { Services } from './services.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSettings } from './settings/settings.ts'
import { createInstallation } from './setup/installation.ts'
import { createThrottle } from './throttle/throttle.ts'
import { uiPlugin } from './ui/plugin.ts'
import { createUi } from './ui/ui.ts'
import { registerProbes } from './meta/probes.ts'
import { installUnattended } from './setup/owner.ts'
import { allSweeps, type Sweep } from './sweeps.ts'
import { cleanAfterStart } from './uploads/sweeps.ts'

/** What tests replace. */
export interface Overrides extends Partial<SqliteOptions> {
  readonly clock?: Clock
  readonly log?: Log
  readonly mailer?: Mailer
  readonly validateResponses?: boolean
  /** Where the builds of shell and sections are; this repository unless said. */
  readonly builds?: string
  readonly mapRoutes?: (routes: readonly Route[]) => readonly Route[]
}

export interface App {
  readonly app: FastifyInstance
  readonly services: Services
  readonly sweeps: readonly Sweep[]
  close(): Promise<void>
}

/** The one place that puts Holdall together. The result answers `app.inject`, and listens when told to. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(config.logLevel)
  const secret = readSecret(config.dataDir)
  const connected = connect(config, log, overrides)
  try {
    await connected.migrate(clock.now())
    const { db, engine } = connected
    const transact = transactor(db)
    const ids = createIds(clock)
    const services: Services = {
      config,
      engine,
      db,
      transact,
      clock,
      ids,
      settings: createSettings(db, clock, config.settings),
      secret,
      log,
      sessions: createSessions({ config, db, clock, ids }),
      throttle: createThrottle(db, transact, clock),
      installation: createInstallation(db),
      mailer: overrides.mailer ?? (await createMailer(config)),
      ui: createUi({
        dataDir: config.dataDir,
        version: config.version,
        log,
        ...(overrides.builds && { builds: overrides.builds }),
      }),
      startedAt: clock.now(),
    }
    await installUnattended(services)
    await cleanAfterStart(services)
    const app = await createServer(services)
    registerProbes(app, services)
    const routes = allRoutes(services)
    registerEndpoints(app, services, endpoints, overrides.mapRoutes?.(routes) ?? routes, {
      validateResponses: overrides.validateResponses ?? false,
    })
    const callerData = (request: FastifyRequest) => pageData(services, request)
    await app.register(uiPlugin({ ui: services.ui, config, callerData }))
    app.addHook('onClose', () => db.destroy())
    return { app, services, sweeps: allSweeps(services), close: () => app.close() }
  } catch (error) {
    await connected.db.destroy()
    throw error
  }
}
