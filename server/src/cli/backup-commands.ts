import { resolve } from 'node:path'
import { createBackup } from '../features/backup/create-backup.ts'
import { recordBackup } from '../features/backup/last-backup.ts'
import type { EndedRows } from '../features/backup/ended-tables.ts'
import type { Manifest } from '../features/backup/manifest.ts'
import { restoreBackup, verifyBackup } from '../features/backup/restore-backup.ts'
import { systemClock } from '../infrastructure/clock.ts'
import type { Config } from '../infrastructure/config/config.ts'
import { withDatabase } from './database.ts'
import { type Terminal, UsageError } from './output.ts'

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function folderOf(args: readonly string[], usage: string, { cwd }: Terminal): string {
  if (args.length !== 1 || !args[0]) throw new UsageError(`Usage: holdall ${usage}`)
  return resolve(cwd, args[0])
}

/** `holdall backup DIR`. */
export async function backupCommand(args: readonly string[], config: Config, terminal: Terminal): Promise<void> {
  const folder = folderOf(args, 'backup DIR', terminal)
  // Throws when there is no database, instead of creating an empty one.
  await withDatabase(config, () => Promise.resolve())
  const { manifest, copied } = await createBackup(config, folder, systemClock, () =>
    terminal.out('The tables are saved. Copying file contents …'),
  )
  try {
    recordBackup(config.dataDir, systemClock.now())
  } catch (error) {
    terminal.err(`The time of this backup could not be stored for /metrics: ${(error as Error).message}`)
  }
  terminal.out(
    `Saved in ${folder}: ${count(rowsOf(manifest), 'row')} of ${count(manifest.tables.length, 'table')}, ${count(manifest.blobs.rows, 'file content')} (${copied} copied now), ${count(manifest.files.length, 'other file')}.`,
  )
  const [missing, damaged] = [manifest.missing, Object.keys(manifest.damaged)]
  if (missing.length > 0) {
    terminal.err(
      `Lost before this backup: ${count(missing.length, 'file content')} (${missing.slice(0, 5).join(', ')}).`,
    )
  }
  if (damaged.length > 0) {
    terminal.err(
      `Not what was uploaded, saved as found: ${count(damaged.length, 'file content')} (${damaged.slice(0, 5).join(', ')}).`,
    )
  }
}

/** `holdall backup --verify DIR`. Needs neither the data folder nor the database. */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const folder = folderOf(args, 'backup --verify DIR', terminal)
  const { manifest, contents } = await verifyBackup(folder)
  terminal.out(
    `The backup of ${manifest.createdAt} is whole: ${count(rowsOf(manifest), 'row')} of ${count(manifest.tables.length, 'table')}, ${count(contents, 'file content')}, ${count(manifest.files.length, 'other file')}.`,
  )
}

const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, table) => sum + table.rows, 0)

function endedText({ sessions, tokens }: EndedRows, { keepTokens }: { readonly keepTokens: boolean }): string {
  const counts = [count(sessions, 'session'), ...(keepTokens ? [] : [count(tokens, 'API token')])]
  const kept = keepTokens
    ? ' The API tokens of the backup are valid, also if they were revoked since it was made.'
    : ' Programs need new tokens; where none was revoked since the backup was made, restore it with --keep-tokens.'
  return `Ended: ${counts.join(', ')}, and all links in mails that set a password or change an address.${kept}`
}

/** `holdall restore DIR`. */
export async function restoreCommand(
  args: readonly string[],
  config: Config,
  terminal: Terminal,
  options: { readonly force: boolean; readonly keepTokens: boolean },
): Promise<void> {
  const folder = folderOf(args, 'restore DIR [--force] [--keep-tokens]', terminal)
  const { manifest, earlier, keptConfig, ended } = await restoreBackup(config, folder, {
    ...options,
    clock: systemClock,
  })
  terminal.out(
    `Restored into ${config.dataDir}${config.databaseUrl ? ' and its PostgreSQL database' : ''}: what was saved at ${manifest.createdAt}.`,
  )
  terminal.out(endedText(ended, options))
  if (keptConfig) terminal.out('Its own config.json was kept.')
  if (earlier)
    terminal.out(`What the data folder held before is in ${earlier}. Delete that when you no longer need it.`)
  if (manifest.missing.length > 0)
    terminal.err(`The backup lacks ${count(manifest.missing.length, 'file content')} that had been lost before.`)
}
