import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp, type Overrides } from './app.ts'
import type { Config } from './infrastructure/config/config.ts'
import { changeConfigFile, type ConfigChanges } from './infrastructure/config/config-file.ts'
import type { Log } from './infrastructure/log.ts'

/** The port is free as soon as the app before has stopped to listen. */
const LISTEN_ATTEMPTS = 500
const LISTEN_INTERVAL_MS = 10

interface Options {
  /** Again for each start of the app. */
  readonly readConfig: () => Config
  readonly log: Log
  readonly overrides?: Omit<Overrides, 'log' | 'restart' | 'setupKey'>
  /** The app before has ended, and the next one does not listen: there is none. */
  readonly failed: (error: unknown) => void
}

export interface RestartableApp {
  /** The one that answers now. */
  readonly current: App
  readonly port: number
  close(): Promise<void>
}

/**
 * An app that listens, and that is replaced by another one in this process when its configuration is changed. The next
 * one is created, with its database migrated, before the one before stops to listen; where that fails, the one before
 * continues with the configuration that it had.
 */
export async function startRestartable({ readConfig, log, overrides = {}, failed }: Options): Promise<RestartableApp> {
  const config = readConfig()
  const ended: Promise<void>[] = []
  let current = await createApp(config, { ...overrides, log, restart })
  await current.app.listen({ host: config.host, port: config.port })
  const { port } = current.app.server.address() as AddressInfo
  start(current)

  function start({ services }: App): void {
    void services.ui.keepBuilds()
    services.jobs.start()
  }

  async function restart(changes: ConfigChanges): Promise<void> {
    const undo = changeConfigFile(config.dataDir, changes)
    let next: App
    try {
      const setupKey = current.services.installation.key
      next = await createApp(readConfig(), { ...overrides, log, restart, setupKey })
    } catch (error) {
      undo()
      throw error
    }
    const before = current
    // It still answers the request that changes the configuration, and the others under way.
    const closed = before.close().catch((error: unknown) => log.error({ err: error }, 'could not close cleanly'))
    ended.push(closed)
    try {
      await listen(next)
    } catch (error) {
      undo()
      failed(error)
      throw error
    }
    current = next
    start(next)
    log.info('restarted with another configuration')
  }

  async function listen({ app }: App): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await app.listen({ host: config.host, port })
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === LISTEN_ATTEMPTS) throw error
        await delay(LISTEN_INTERVAL_MS)
      }
    }
  }

  return {
    get current() {
      return current
    },
    port,
    async close() {
      await Promise.all([current.close(), ...ended])
    },
  }
}
