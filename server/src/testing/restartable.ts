import { readConfig } from '../infrastructure/config/config.ts'
import { createLog } from '../infrastructure/log.ts'
import { type RestartableApp, startRestartable } from '../restartable-app.ts'
import './cheap-hashes.ts'
import { freshPlace, type Place } from './engine.ts'
import { smallBuilds } from './section-builds.ts'

export interface TestServer {
  readonly place: Place
  readonly running: RestartableApp
  readonly origin: string
  readonly log: readonly string[]
  close(): Promise<void>
}

/** A server that listens on loopback, and starts again when its configuration is changed. */
export async function restartableServer({
  state = 'migrated',
  env = {},
  ownDatabase = true,
}: {
  readonly state?: 'migrated' | 'empty'
  readonly env?: Readonly<Record<string, string>>
  /** Of the engine under test, named by the environment; false: SQLite, which the environment does not lock. */
  readonly ownDatabase?: boolean
} = {}): Promise<TestServer> {
  const place = await freshPlace(state)
  const log: string[] = []
  const variables = {
    HOLDALL_DATA_DIR: place.dataDir,
    HOLDALL_PORT: '0',
    ...(ownDatabase && place.databaseUrl && { HOLDALL_DATABASE_URL: place.databaseUrl }),
    ...env,
  }
  const failures: unknown[] = []
  const running = await startRestartable({
    readConfig: () => readConfig(variables),
    log: createLog('debug', { destination: { write: (line) => void log.push(line) } }),
    overrides: { validateResponses: true, durable: false, builds: smallBuilds() },
    failed: (error) => void failures.push(error),
  }).catch(async (error: unknown) => {
    await place.remove()
    throw error
  })
  return {
    place,
    running,
    origin: `http://127.0.0.1:${running.port}`,
    log,
    async close() {
      await running.close()
      await place.remove()
      if (failures.length > 0) throw new Error('The app could not be started again.', { cause: failures[0] })
      const mismatch = log.find((line) => line.includes('"type":"TableMismatch"'))
      if (mismatch) throw new Error(`An answer is not in the endpoint table: ${mismatch}`)
    },
  }
}
