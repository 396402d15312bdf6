export interface SavedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** What to select from, when it is not a table of this name. */
  readonly from?: string
}

/** Saved with the columns of SQLite's table; pg-boss keeps jobs in tables of its own. */
export const jobsTable = 'jobs'

/** The tables at one moment, whatever is written meanwhile, until `close`. */
export interface TableSnapshot {
  readonly engine: 'sqlite' | 'postgres'
  /** Names of the migrations that were applied. */
  readonly migrations: readonly string[]
  /** All but those of the migrator. Columns are sorted by name. */
  readonly tables: readonly SavedTable[]
  /** The rows of a query in SQL that both engines know: one JSON object per line, in chunks of any size. */
  rows(select: string): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface TableFile {
  readonly name: string
  readonly columns: readonly string[]
  /** One JSON object per line. */
  readonly path: string
}

/** Inserts rows, in a transaction that `commit` or `rollback` ends. */
export interface TableImport {
  /** Replaces all rows of all tables. */
  load(tables: readonly TableFile[]): Promise<void>
  /** A statement in SQL that both engines know. */
  run(statement: string): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** The index of names: the database writes it with each entry. */
export const isDerivedTable = (name: string) => name.startsWith('search_')

export const migratorTables: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

/** Names come from the schema or from a checked manifest; both engines quote alike. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
