import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../infrastructure/clock.ts'
import type { DatabaseLocation } from '../../infrastructure/db/connect.ts'
import { migrate, migrations } from '../../infrastructure/db/migrate.ts'
import { BackupError, withoutChanges } from './backup-error.ts'
import { contentOfPostgres, importPostgres } from './postgres-tables.store.ts'
import { takeDataFolder } from './restore-backup.ts'
import { queueJobs } from './restore-jobs.ts'
import { openSnapshot, pathOfTable, saveTables } from './saved-tables.ts'
import { jobsTable } from './table-snapshot.ts'

export interface CopiedDatabase {
  readonly rows: number
  readonly tables: number
}

/**
 * Copies all tables into an empty PostgreSQL database, in one transaction; waiting jobs follow after its commit. The
 * data folder and the database in use stay as they are, so that unfinished uploads continue. Throws `BackupError`, also
 * while a server runs.
 */
export async function copyDatabase(from: DatabaseLocation, to: string, clock: Clock): Promise<CopiedDatabase> {
  const unlock = takeDataFolder(from.dataDir)
  const stamp = new Date(clock.now()).toISOString().replaceAll(':', '-')
  const staging = join(from.dataDir, `migrating-${stamp}`)
  try {
    await checkDatabases(from.databaseUrl, to)
    await mkdir(staging, { mode: 0o700 })
    const tables = await copyTables(from, to, staging)
    if (tables.some(({ name }) => name === jobsTable)) await copyJobs(from.dataDir, to, staging, clock)
    return { rows: tables.reduce((sum, table) => sum + table.rows, 0), tables: tables.length }
  } catch (error) {
    throw withoutChanges(error)
  } finally {
    await rm(staging, { recursive: true, force: true })
    unlock()
  }
}

async function checkDatabases(from: string | null, to: string): Promise<void> {
  const target = await contentOfPostgres(to)
  if (target.tables > 0) {
    throw new BackupError(
      `The database of --to has ${target.tables} tables. Create an empty one for Holdall. Nothing was changed.`,
    )
  }
  const clients = target.clients + (from === null ? 0 : (await contentOfPostgres(from)).clients)
  if (clients === 0) return
  throw new BackupError(
    `${clients} other connections use the databases. Stop Holdall on every server first. Nothing was changed.`,
  )
}

async function copyTables(from: DatabaseLocation, to: string, staging: string) {
  const snapshot = await openSnapshot(from)
  try {
    const newer = snapshot.migrations.filter((name) => !Object.hasOwn(migrations, name))
    if (newer.length > 0) {
      throw new BackupError(
        `The database was written by a newer Holdall (it knows ${newer.join(', ')}). Nothing was changed.`,
      )
    }
    const tables = await saveTables(snapshot, staging)
    // At the migrations of the source; the next start of Holdall applies the others.
    const known = Object.fromEntries(snapshot.migrations.map((name) => [name, migrations[name]!]))
    const target = await importPostgres(to, (trx) => migrate(trx, { dataDir: staging, now: 0, known }))
    try {
      const saved = tables.filter(({ name }) => name !== jobsTable)
      await target.load(saved.map(({ name, columns }) => ({ name, columns, path: pathOfTable(staging, name) })))
      await target.commit()
    } catch (error) {
      await target.rollback().catch(() => undefined)
      throw error
    }
    return tables
  } finally {
    await snapshot.close()
  }
}

async function copyJobs(dataDir: string, databaseUrl: string, staging: string, clock: Clock): Promise<void> {
  try {
    await queueJobs({ dataDir, databaseUrl }, pathOfTable(staging, jobsTable), clock)
  } catch (error) {
    throw new BackupError(
      `All is copied but the waiting jobs: ${(error as Error).message}. Create the database again to repeat it.`,
      { cause: error },
    )
  }
}
