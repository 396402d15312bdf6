import Sqlite from 'better-sqlite3'
import { toDbError } from '../../infrastructure/db/errors.ts'
import { readRows } from './checked-file.ts'
import { isDerivedTable, migratorTables, quoted, type TableImport, type TableSnapshot } from './table-snapshot.ts'

const ROWS_PER_CHUNK = 500

/** One read transaction: in WAL mode it neither sees nor blocks concurrent writes. */
export function snapshotSqlite(path: string): TableSnapshot {
  const db = open(path, { readonly: true })
  try {
    db.exec('begin')
    const names = db
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
      .pluck()
      .all() as string[]
    const columnsOf = (table: string) =>
      (db.pragma(`table_info(${quoted(table)})`) as { name: string }[]).map(({ name }) => name).sort()
    return {
      engine: 'sqlite',
      migrations: db.prepare('select name from kysely_migration order by name').pluck().all() as string[],
      tables: names
        .filter((name) => !migratorTables.includes(name) && !isDerivedTable(name))
        .sort()
        .map((name) => ({ name, columns: columnsOf(name) })),
      async *rows(select) {
        let lines: string[] = []
        for (const row of db.prepare(select).iterate()) {
          lines.push(`${JSON.stringify(row)}\n`)
          if (lines.length < ROWS_PER_CHUNK) continue
          yield Buffer.from(lines.join(''))
          lines = []
        }
        if (lines.length > 0) yield Buffer.from(lines.join(''))
      },
      close: () => Promise.resolve(void db.close()),
    }
  } catch (error) {
    db.close()
    throw toDbError(error)
  }
}

/** Into a database that nobody else uses yet. */
export function importSqlite(path: string): TableImport {
  const db = open(path)
  // So that the order of tables does not matter; `commit` checks all references.
  db.pragma('foreign_keys = OFF')
  db.exec('begin immediate')
  return {
    async load(tables) {
      for (const { name } of tables) db.exec(`delete from ${quoted(name)}`)
      for (const { name, columns, path: file } of tables) {
        const places = columns.map(() => '?').join(', ')
        const insert = db.prepare(`insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${places})`)
        for await (const row of readRows(file)) insert.run(columns.map((column) => row[column] ?? null))
      }
    },
    run: (statement) => Promise.resolve(void db.exec(statement)),
    commit() {
      const broken = db.pragma('foreign_key_check') as { table: string; parent: string }[]
      if (broken[0])
        throw new Error(`rows of ${broken[0].table} refer to rows of ${broken[0].parent} that do not exist`)
      db.exec('commit')
      // Everything is in one file then, which can be moved.
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
      return Promise.resolve()
    },
    rollback: () => Promise.resolve(void db.close()),
  }
}

function open(path: string, options: Sqlite.Options = {}): Sqlite.Database {
  try {
    return new Sqlite(path, { fileMustExist: true, ...options })
  } catch (error) {
    throw toDbError(error)
  }
}
