import { sql } from 'kysely'
import type { Db } from './transact.ts'

/** `SQLite 3.51.0`, `PostgreSQL 18.4`. */
export async function databaseVersion(db: Db, engine: 'sqlite' | 'postgres'): Promise<string> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ v: string }>`select sqlite_version() as v`.execute(db)
    return `SQLite ${rows[0]!.v}`
  }
  const { rows } = await sql<{ v: string }>`select current_setting('server_version') as v`.execute(db)
  return `PostgreSQL ${rows[0]!.v.split(' ')[0]}`
}

/** Throws where the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
