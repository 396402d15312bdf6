import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Holdall } from './server.ts'

/** Reads or writes the data of a running server, for what cannot be done on a screen: past times, a quota. */
export function sql(
  holdall: Pick<Holdall, 'dataDir'>,
  statement: string,
  ...values: readonly (string | number | null)[]
): unknown[] {
  const database = new DatabaseSync(path.join(holdall.dataDir, 'holdall.sqlite'), { timeout: 60_000 })
  try {
    return database.prepare(statement).all(...values)
  } finally {
    database.close()
  }
}
