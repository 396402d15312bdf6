import path from 'node:path'
import Database from 'better-sqlite3'
import type { Holdall } from './server.ts'

/** Reads or writes the data of a running server, for what cannot be done on a screen: past times, a quota. */
export function sql(
  holdall: Pick<Holdall, 'dataDir'>,
  statement: string,
  ...values: readonly (string | number | null)[]
): unknown[] {
  const database = new Database(path.join(holdall.dataDir, 'holdall.sqlite'), { timeout: 5000 })
  try {
    const prepared = database.prepare(statement)
    if (prepared.reader) return prepared.all(...values)
    prepared.run(...values)
    return []
  } finally {
    database.close()
  }
}
