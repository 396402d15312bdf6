import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from '../features/backup/backup-error.ts'
import { type Config, readConfig } from '../infrastructure/config/config.ts'
import { commandEnvironment } from '../infrastructure/config/recorded-environment.ts'
import { StorageError } from '../infrastructure/blobs/storage-error.ts'
import { StartError } from '../infrastructure/start-error.ts'
import { isDbError } from '../infrastructure/db/errors.ts'
import { isDiskFull } from '../infrastructure/db/is-disk-full.ts'
import { Refusal } from '../infrastructure/errors/refusal.ts'
import { SettingError } from '../infrastructure/setting-definitions/fixed-settings.ts'
import { SectionStoreError } from '../features/frontend/section-versions.ts'
import { backupCommand, restoreCommand, verifyCommand } from './backup-commands.ts'
import { CommandError } from './database.ts'
import { helpOf } from './help.ts'
import { type Terminal, UsageError } from './output.ts'
import { settingsCommand } from './settings-commands.ts'
import { ArchiveError } from './tar.ts'
import { uiCommand } from './ui-commands.ts'

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

interface Call {
  readonly args: readonly string[]
  readonly terminal: Terminal
  readonly dataDir: string
  readonly values: ReturnType<typeof parse>['values']
  readonly builds: string | undefined
}

/** By the first word of a command. */
const areas: Readonly<Record<string, (call: Call) => void | Promise<void>>> = {
  help: ({ args, terminal }) => terminal.out(helpOf(args[0])),
  version: ({ terminal }) => terminal.out(version),
  async ui(call) {
    const { args, terminal, dataDir, values, builds } = call
    const options = {
      failures: async () => {
        // Imported here because no other command of sections needs the database.
        const { readSectionFailures } = await import('./section-failures.ts')
        return readSectionFailures(configOf(call))
      },
      dataDir,
      version,
      ...(builds && { builds }),
      ...(values.out !== undefined && { out: values.out }),
      ...(values.force === true && { force: true }),
    }
    await uiCommand(args, options, terminal)
  },
  async jobs(call) {
    // Imported here because no other command needs it.
    const { jobCommand } = await import('./job-commands.ts')
    await jobCommand(call.args, configOf(call), call.terminal)
  },
  async users(call) {
    const { userCommand } = await import('./user-commands.ts')
    const { only, reason } = call.values
    await userCommand(call.args, { only, reason }, configOf(call), call.terminal)
  },
  async doctor({ args, terminal, dataDir }) {
    const { doctorCommand } = await import('./doctor-command.ts')
    await doctorCommand(args, dataDir, terminal)
  },
  settings: (call) => settingsCommand(call.args, configOf(call), call.terminal),
  backup: (call) =>
    call.values.verify === true
      ? verifyCommand(call.args, call.terminal)
      : backupCommand(call.args, configOf(call), call.terminal),
  async storage(call) {
    const { storageCommand } = await import('./storage-commands.ts')
    const { to, verify = false } = call.values
    await storageCommand(call.args, { to, verify }, configOf(call), call.terminal)
  },
  async database(call) {
    const { databaseCommand } = await import('./database-commands.ts')
    await databaseCommand(call.args, call.values.to, configOf(call), call.terminal)
  },
  async secret(call) {
    const { secretCommand } = await import('./secret-commands.ts')
    await secretCommand(call.args, { now: call.values.now === true }, configOf(call), call.terminal)
  },
  restore(call) {
    const { force = false, 'keep-tokens': keepTokens = false } = call.values
    return restoreCommand(call.args, configOf(call), call.terminal, { force, keepTokens })
  },
}

/** Reads the configuration as the server does. */
function configOf({ terminal, dataDir }: Call): Config {
  const { env, differing } = commandEnvironment(dataDir, terminal.env)
  if (differing.length > 0) {
    terminal.err(
      `Holdall was started with other values than this shell has: ${differing.join(', ')}. This command uses those of the shell.`,
    )
  }
  return readConfig(env)
}

/** Runs a command and returns the exit code: 0 done, 1 failed, 2 invalid command line. `builds` is for tests. */
export async function run(args: readonly string[], terminal: Terminal, builds?: string): Promise<0 | 1 | 2> {
  let area: string | undefined
  try {
    const { values, positionals } = parse(args)
    const [name, ...rest] = wordsOf(values, positionals)
    const command = Object.hasOwn(areas, name) ? areas[name] : undefined
    if (!command) throw new UsageError(`There is no "holdall ${name}".`)
    area = name
    const dataDir = resolve(values['data-dir'] ?? terminal.env['HOLDALL_DATA_DIR'] ?? './data')
    await command({ args: rest, terminal, dataDir, values, builds })
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${helpOf(area)}`)
      return 2
    }
    if (isExpected(error)) {
      terminal.err(isDiskFull(error) ? 'No space is left on the disk.' : (error as Error).message)
      return 1
    }
    throw error
  }
}

/** `COMMAND … --help` is `help COMMAND`. */
function wordsOf({ help, version: isVersion }: Call['values'], words: readonly string[]): [string, ...string[]] {
  if (help === true) return ['help', ...words.slice(0, 1)]
  if (isVersion === true) return ['version']
  const [name = 'help', ...rest] = words
  return [name, ...rest]
}

const expected = [
  SectionStoreError,
  ArchiveError,
  Refusal,
  BackupError,
  CommandError,
  StartError,
  SettingError,
  StorageError,
]
const isExpected = (error: unknown) =>
  expected.some((kind) => error instanceof kind) ||
  isDbError(error) ||
  typeof (error as NodeJS.ErrnoException).code === 'string'

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'data-dir': { type: 'string' },
        out: { type: 'string' },
        force: { type: 'boolean' },
        verify: { type: 'boolean' },
        'keep-tokens': { type: 'boolean' },
        now: { type: 'boolean' },
        only: { type: 'string' },
        reason: { type: 'string' },
        to: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
