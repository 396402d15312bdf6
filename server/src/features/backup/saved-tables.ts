import { join } from 'node:path'
import { sqliteFile, type DatabaseLocation } from '../../infrastructure/db/connect.ts'
import { writeChecked } from './checked-file.ts'
import type { Manifest } from './manifest.ts'
import { snapshotPostgres } from './postgres-tables.store.ts'
import { snapshotSqlite } from './sqlite-tables.store.ts'
import { quoted, type TableSnapshot } from './table-snapshot.ts'

export async function openSnapshot({ dataDir, databaseUrl }: DatabaseLocation): Promise<TableSnapshot> {
  return databaseUrl ? await snapshotPostgres(databaseUrl) : snapshotSqlite(sqliteFile(dataDir))
}

/** The file of a table below the folder of a snapshot. */
export const pathOfTable = (folder: string, name: string): string => join(folder, 'tables', `${name}.jsonl`)

/** Writes all rows, by table. `conditions`: by name of a table, which of its rows. */
export async function saveTables(
  from: TableSnapshot,
  folder: string,
  conditions: Readonly<Record<string, string>> = {},
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const { name, columns, from: source = quoted(name) } of from.tables) {
    const select = `select ${columns.map(quoted).join(', ')} from ${source} ${conditions[name] ?? ''}`
    const sum = await writeChecked(pathOfTable(folder, name), from.rows(select))
    tables.push({ name, columns: [...columns], ...sum })
  }
  return tables
}
