import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type KyselyPlugin } from 'kysely'
import { second } from '../clock.ts'
import type { Log } from '../log.ts'
import { migrate } from './migrate.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import type { Database } from './schema.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'
import type { Db } from './transact.ts'

/** Which database: the members of the configuration that say so. */
export interface DatabaseLocation {
  /** Absolute. */
  readonly dataDir: string
  /** Null: SQLite in the data folder. */
  readonly databaseUrl: string | null
}

export interface Connected {
  readonly db: Db
  readonly engine: 'sqlite' | 'postgres'
  migrate(now: number): Promise<void>
}

/** For a query of a request that may read very many rows: ten times as long as those of the largest accounts take. */
const READ_DEADLINE_MS = 20 * second

/** The database file when no database URL is set. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'holdall.sqlite')

export function connect(
  { dataDir, databaseUrl }: DatabaseLocation,
  log: Log,
  options: Partial<SqliteOptions> &
    Pick<PostgresOptions, 'idleTransactionMs'> & { readonly plugins?: KyselyPlugin[] | undefined } = {},
): Connected {
  const { plugins = [] } = options
  if (databaseUrl) {
    const dialect = openPostgres(databaseUrl, (error) => log.warn({ err: error }, 'a database connection was lost'), {
      readDeadlineMs: READ_DEADLINE_MS,
      ...options,
    })
    const db = new Kysely<Database>({ dialect, plugins })
    return { db, engine: 'postgres', migrate: (now) => migrate(db, { dataDir, now }) }
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { dialect, backup } = openSqlite(sqliteFile(dataDir), {
    ...options,
    busyTimeoutMs: options.busyTimeoutMs ?? 3000,
    readDeadlineMs: options.readDeadlineMs ?? READ_DEADLINE_MS,
    durable: options.durable ?? true,
  })
  const db = new Kysely<Database>({ dialect, plugins })
  return { db, engine: 'sqlite', migrate: (now) => migrate(db, { dataDir, now, backup }) }
}
