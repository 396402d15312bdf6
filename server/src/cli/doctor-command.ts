import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SetupCheck } from '@holdall/api'
import type * as z from 'zod/mini'
import { checkProxy } from '../features/health/proxy-check.ts'
import { checkPostgres, checkSqlite } from '../features/setup/database-check.store.ts'
import { mailRefusal, s3TestLimits, storageRefusal } from '../features/setup/environment-checks.ts'
import { databaseChecks, hostChecks, runChecks } from '../features/setup/status-checks.ts'
import { checkS3 } from '../infrastructure/blobs/check-s3.ts'
import { StorageError } from '../infrastructure/blobs/storage-error.ts'
import { second, systemClock } from '../infrastructure/clock.ts'
import { type Config, readConfig } from '../infrastructure/config/config.ts'
import { commandEnvironment } from '../infrastructure/config/recorded-environment.ts'
import { unknownVariables } from '../infrastructure/config/unknown-variables.ts'
import { isMigrated } from '../infrastructure/db/migrate.ts'
import { transactor } from '../infrastructure/db/transact.ts'
import { Refusal } from '../infrastructure/errors/refusal.ts'
import { operatorSettings } from '../infrastructure/setting-definitions/fixed-settings.ts'
import { createLog } from '../infrastructure/log.ts'
import { MailServerError, tryMailServer } from '../infrastructure/mail/try-mail-server.ts'
import { textIn } from '../infrastructure/messages/text-in.ts'
import { readSecret } from '../infrastructure/secret.ts'
import { CommandError, withDatabase } from './database.ts'
import { type Terminal, UsageError } from './output.ts'

/** Longer than the limits that the checks have themselves. */
const TIMEOUT_MS = 40 * second

interface Line {
  readonly state: 'ok' | 'warning' | 'error'
  readonly name: string
  readonly text: string
}

const ok = (name: string, text: string): Line => ({ state: 'ok', name, text })
const warning = (name: string, text: string): Line => ({ state: 'warning', name, text })
const failure = (name: string, text: string): Line => ({ state: 'error', name, text })

/** `holdall doctor`. Works beside a running server, and without one. Throws `CommandError` where a check has failed. */
export async function doctorCommand(args: readonly string[], dataDir: string, terminal: Terminal): Promise<void> {
  if (args.length > 0) throw new UsageError('Usage: holdall doctor')
  let errors = 0
  const print = ({ state, name, text }: Line) => {
    if (state === 'error') errors += 1
    terminal.out(`${state.padEnd(8)} ${name.padEnd(14)} ${text.replaceAll(/\s+/g, ' ').trim()}`)
  }
  const { config, line } = configuration(dataDir, terminal)
  print(line)
  // They run at the same time, and are printed in this order.
  for (const lines of config ? checksOf(config) : []) for (const found of await lines) print(found)
  if (errors > 0) throw new CommandError(`${errors} ${errors === 1 ? 'check has' : 'checks have'} failed.`)
}

/** Where values come from, without the values: some are secrets. */
function configuration(
  dataDir: string,
  { env: own }: Terminal,
): { readonly config: Config | null; readonly line: Line } {
  const name = 'configuration'
  try {
    const { env, differing } = commandEnvironment(dataDir, own)
    const config = readConfig(env)
    const unknown = unknownVariables(env).map((each) => each.name + (each.nearest ? ` (${each.nearest}?)` : ''))
    const problems = [
      ...(unknown.length > 0 ? [`Unknown variables, without effect: ${unknown.join(', ')}.`] : []),
      ...(differing.length > 0
        ? [`Holdall was started with other values than this shell has: ${differing.join(', ')}.`]
        : []),
    ]
    return { config, line: problems.length > 0 ? warning(name, problems.join(' ')) : ok(name, describe(config)) }
  } catch (error) {
    return { config: null, line: failure(name, (error as Error).message) }
  }
}

const variables: ReadonlySet<string> = new Set(operatorSettings.map(({ variable }) => variable))

function describe({ dataDir, sources, settings }: Config): string {
  // A setting of the environment is named by its variable already.
  const inFiles = Object.entries(settings.sources).filter(([, source]) => !variables.has(source))
  const set = { ...sources, ...Object.fromEntries(inFiles) }
  const names = Object.entries(set).map(([name, source]) => (name === source ? name : `${name} (${source})`))
  return `Data folder ${dataDir}; set: ${names.filter((name) => name !== 'HOLDALL_DATA_DIR').join(', ') || 'nothing'}.`
}

const checksOf = (config: Config): readonly Promise<readonly Line[]>[] => [
  bounded('disk', hostLines(config)),
  bounded('database', databaseLines(config)),
  bounded('mail', mailLine(config)),
  bounded('S3', s3Line(config)),
  bounded('proxy', proxyLines(config)),
]

/** One line where a check fails, or does not end in time. */
async function bounded(name: string, check: Promise<Line | readonly Line[]>): Promise<readonly Line[]> {
  const stop = new AbortController()
  const timedOut = delay(TIMEOUT_MS, failure(name, `No answer within ${TIMEOUT_MS / second} seconds.`), stop)
  timedOut.catch(() => undefined)
  try {
    return [await Promise.race([check, timedOut])].flat()
  } catch (error) {
    return [failure(name, error instanceof Refusal ? refusalText(error) : (error as Error).message)]
  } finally {
    stop.abort()
  }
}

const refusalText = ({ message, details }: Refusal) => [message, ...(details.errors?.['detail'] ?? [])].join(' ')

type Check = z.infer<typeof SetupCheck>
const states = { ok: 'ok', warning: 'warning', failed: 'error' } as const
const names: Partial<Record<Check['id'], string>> = {
  runtime: 'Node',
  storage: 'data folder',
  space: 'disk',
  ffmpeg: 'FFmpeg',
}

function lineOf({ id, state, found, advice }: Check, cause?: string): Line {
  const value = id === 'memory' || id === 'space' ? `${(Number(found) / 1e9).toFixed(1)} GB` : found
  const parts = [state === 'failed' && cause !== undefined ? cause : value, advice]
  return { state: states[state], name: names[id] ?? id, text: parts.filter(Boolean).join(': ') }
}

async function statusLines(checks: Parameters<typeof runChecks>[0]): Promise<Line[]> {
  const causes = new Map<string, string>()
  const found = await runChecks(checks, textIn(), (id, error) => causes.set(id, (error as Error).message))
  return found.map((check) => lineOf(check, causes.get(check.id)))
}

const hostLines = (config: Config) => statusLines(hostChecks({ config }))

async function databaseLines(config: Config): Promise<Line[]> {
  const name = 'database'
  const { dataDir, databaseUrl } = config
  const { version, state } = databaseUrl
    ? await checkPostgres(databaseUrl)
    : await checkSqlite(dataDir, createLog('silent'))
  if (state === 'empty') return [warning(name, `${version}: there is no data yet. Start Holdall once.`)]
  return withDatabase(config, async ({ db, engine }) => {
    if (!(await isMigrated(db))) {
      return [warning(name, `${version}: the database is of another version. Start this version of Holdall once.`)]
    }
    return statusLines(databaseChecks({ db, engine, transact: transactor(db), clock: systemClock }))
  })
}

async function mailLine({ smtpUrl, publicUrl, dataDir }: Config): Promise<Line> {
  if (smtpUrl === null || publicUrl === null) {
    return ok('mail', `HOLDALL_SMTP_URL is not set: mails are files in ${join(dataDir, 'mails')}.`)
  }
  try {
    await tryMailServer({ smtpUrl, publicUrl, mail: null, branding: { name: 'Holdall', accent: null } })
    return ok('mail', `${new URL(smtpUrl).host} accepts the sign-in.`)
  } catch (error) {
    throw error instanceof MailServerError ? mailRefusal(error) : error
  }
}

async function s3Line({ storage: { driver, s3 }, outgoingAllow }: Config): Promise<Line> {
  if (!s3) return ok('S3', 'Not configured: files are in the data folder.')
  try {
    await checkS3(s3, outgoingAllow, s3TestLimits)
    const use = driver === 's3' ? 'Files are kept there.' : 'Files are in the data folder.'
    return ok('S3', `The bucket ${s3.bucket} at ${s3.endpoint} works. ${use}`)
  } catch (error) {
    throw error instanceof StorageError ? storageRefusal(error) : error
  }
}

async function proxyLines(config: Config): Promise<readonly Line[]> {
  const { publicUrl, dataDir } = config
  if (publicUrl === null) return [ok('proxy', 'Not checked, because HOLDALL_PUBLIC_URL is not set.')]
  if (!existsSync(join(dataDir, 'secret.key'))) return [warning('proxy', 'Not checked. Start Holdall once.')]
  try {
    const found = await checkProxy(config, publicUrl, { secret: readSecret(dataDir), now: systemClock.now() })
    return found.map((check) => lineOf(check))
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? cause.message : message
    return [
      warning(
        'proxy',
        `${publicUrl} does not lead to this Holdall from here (${why}). Start Holdall, and check HOLDALL_PUBLIC_URL and the proxy.`,
      ),
    ]
  }
}
