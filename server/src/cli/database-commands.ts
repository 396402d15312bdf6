import { copyDatabase } from '../features/backup/copy-database.ts'
import { checkPostgres } from '../features/setup/database-check.store.ts'
import { systemClock } from '../infrastructure/clock.ts'
import { type Config, PostgresUrl } from '../infrastructure/config/config.ts'
import { withDatabase } from './database.ts'
import { type Terminal, UsageError } from './output.ts'

const usage = 'Usage: holdall database migrate --to postgres://user:password@host:5432/holdall'

/** `holdall database migrate`. Its messages do not contain the address, which has a password. */
export async function databaseCommand(
  args: readonly string[],
  to: string | undefined,
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const target = PostgresUrl.safeParse(to)
  if (args.length !== 1 || args[0] !== 'migrate' || !target.success) throw new UsageError(usage)
  // Throws when there is no database, instead of creating an empty one.
  await withDatabase(config, () => Promise.resolve())
  // Version, encoding and rights.
  await checkPostgres(target.data)
  const { rows, tables } = await copyDatabase(config, target.data, systemClock)
  terminal.out(`Copied ${rows} rows of ${tables} tables to PostgreSQL. Nothing was deleted.`)
  terminal.out(
    'Set HOLDALL_DATABASE_URL, or database_url in config.json, to the address of that database, and start Holdall.',
  )
}
