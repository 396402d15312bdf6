import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../infrastructure/config/config.ts'
import { sqliteFile } from '../infrastructure/db/connect.ts'
import { createLog } from '../infrastructure/log.ts'
import { type Contents, contentsOf, restoreContents } from './reused-database.ts'

export const postgresUrlVariable = 'HOLDALL_TEST_POSTGRES_URL'
/** A data folder whose database is migrated. */
export const sqliteTemplateVariable = 'HOLDALL_TEST_SQLITE_TEMPLATE'

declare global {
  var HOLDALL_TEST_ENGINE: 'sqlite' | 'postgres'
}

export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
  remove(): Promise<void>
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const template = 'holdall_template'
const databaseName = () => `t_${randomBytes(8).toString('hex')}`

interface Database {
  readonly name: string
  readonly uses: number
}

const MAX_USES = 50
/** By server: databases of tests that have ended, with their rows restored, which is faster than to copy the template. */
const reusable = new Map<string, Database[]>()
const migratedContents = new Map<string, Contents>()

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Creates the database that all others are copies of: migrated, and with the queues of all jobs. */
export async function makeTemplate(server: string): Promise<void> {
  await onServer(server, (client) => client.query(`create database ${template}`))
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-template-'))
  try {
    await startOnce({ HOLDALL_DATA_DIR: dataDir, HOLDALL_DATABASE_URL: urlOf(server, template) })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same for SQLite: a data folder. */
export async function makeSqliteTemplate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-template-'))
  await startOnce({ HOLDALL_DATA_DIR: dataDir })
  return dataDir
}

async function startOnce(environment: Readonly<Record<string, string>>): Promise<void> {
  const { createApp } = await import('../app.ts')
  const { close } = await createApp(readConfig(environment), { log: createLog('silent') })
  await close()
}

/** A data folder of its own, and a database of the engine of this run: `migrated` or `empty`. */
export async function freshPlace(state: 'migrated' | 'empty' = 'migrated'): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  if (globalThis.HOLDALL_TEST_ENGINE === 'sqlite') {
    // Where none is set, as outside of jest, the app migrates an empty one.
    const migrated = process.env[sqliteTemplateVariable]
    if (state === 'migrated' && migrated) copyFileSync(sqliteFile(migrated), sqliteFile(dataDir))
    return { dataDir, databaseUrl: null, remove: () => Promise.resolve(removeDir()) }
  }
  const server = process.env[postgresUrlVariable]
  if (!server) throw new Error(`${postgresUrlVariable} is not set: the setup of this jest project did not run.`)
  const { name, uses } = (state === 'migrated' && reusable.get(server)?.pop()) || (await createDatabase(server, state))
  const url = urlOf(server, name)
  if (state === 'migrated' && !migratedContents.has(server)) migratedContents.set(server, await contentsOf(url))
  return {
    dataDir,
    databaseUrl: url,
    async remove() {
      removeDir()
      const before = state === 'migrated' && uses < MAX_USES && migratedContents.get(server)
      const isRestored = before && (await restoreContents(url, before).catch(() => false))
      // Another name: an app that was not closed does not reach it.
      const next = { name: databaseName(), uses: uses + 1 }
      const end = isRestored ? `alter database ${name} rename to ${next.name}` : `drop database ${name} with (force)`
      await onServer(server, (client) => client.query(end))
      if (isRestored) reusable.set(server, [...(reusable.get(server) ?? []), next])
    },
  }
}

async function createDatabase(server: string, state: 'migrated' | 'empty'): Promise<Database> {
  const name = databaseName()
  // Copied as files, not through the log of the database: faster, where nothing is synced.
  const from = state === 'migrated' ? `template ${template} strategy file_copy` : 'strategy file_copy'
  await onServer(server, (client) => client.query(`create database ${name} ${from}`))
  return { name, uses: 1 }
}
