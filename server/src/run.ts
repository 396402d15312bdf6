import { readConfig } from './infrastructure/config/config.ts'
import { ownUrl } from './infrastructure/config/own-url.ts'
import { recordEnvironment } from './infrastructure/config/recorded-environment.ts'
import { unknownVariables } from './infrastructure/config/unknown-variables.ts'
import { openDataFolder } from './infrastructure/data-folder.ts'
import { createLog, type Log } from './infrastructure/log.ts'
import { startRestartable } from './restartable-app.ts'
import { startFailure } from './start-failure.ts'

/** Long enough for short requests; an interrupted upload resumes at its offset. */
const graceMillis = 4000

function fail(error: unknown): never {
  process.stderr.write(`${startFailure(error) ?? (error as Error).stack ?? String(error)}\n`)
  process.exit(1)
}

/** How long the last log lines may take to be written. */
const lastLinesMillis = 1000

function watch(log: Log, close: () => Promise<void>): void {
  let closing = false
  const leave = (code: number) => {
    setTimeout(() => process.exit(code), lastLinesMillis)
    log.flush(() => process.exit(code))
  }
  const stop = (signal: string) => {
    if (closing) process.exit(1)
    closing = true
    log.info({ signal }, 'closing')
    setTimeout(() => process.exit(0), graceMillis).unref()
    close().then(
      () => leave(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not close cleanly')
        leave(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    leave(1)
  })
}

/** Where the disk is full, the server starts nevertheless. */
function record(dataDir: string, log: Log): void {
  try {
    recordEnvironment(dataDir, process.env)
  } catch (error) {
    log.error({ err: error }, 'the environment could not be stored: commands may use another one')
  }
}

/** Starts the server. The ready line is the only output on stdout. */
export async function run(): Promise<void> {
  try {
    const config = readConfig()
    const releaseDataFolder = openDataFolder(config.dataDir)
    const log = createLog(config.logLevel, { format: config.logFormat })
    record(config.dataDir, log)
    for (const unknown of unknownVariables(process.env)) log.warn(unknown, 'this variable is unknown and has no effect')
    const running = await startRestartable({ readConfig, log, failed: fail })
    watch(log, () => running.close().finally(releaseDataFolder))
    const { port } = running
    const { services } = running.current
    const installed = await services.installation.isDone()
    // The garbage of the start, 20 MB. V8 would keep it for the next two minutes or longer.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    process.stdout.write(
      `Holdall is ready at ${ownUrl({ ...config, port })}${installed ? '' : `/install?key=${services.installation.key}`}\n`,
    )
  } catch (error) {
    fail(error)
  }
}
