import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { migrate } from '../infrastructure/db/migrate.ts'
import { openPostgres } from '../infrastructure/db/postgres.ts'
import type { Database } from '../infrastructure/db/schema.ts'
import { transactor } from '../infrastructure/db/transact.ts'
import { createPgBossJobStore } from '../infrastructure/jobs/pg-boss-job.store.ts'
import { createLog } from '../infrastructure/log.ts'

export const postgresUrlVariable = 'HOLDALL_TEST_POSTGRES_URL'

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
const templateLock = 4711

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** The first worker creates the database that the others copy. */
async function makeTemplate(client: pg.Client, server: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${templateLock})`)
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = '${template}'`)
    if (rowCount !== 0) return
    await client.query(`create database ${template}_draft`)
    const dialect = openPostgres(urlOf(server, `${template}_draft`), () => undefined)
    const db = new Kysely<Database>({ dialect })
    await migrate(db, { dataDir: '', now: 0 })
    const jobs = createPgBossJobStore({ db, transact: transactor(db), log: createLog('silent') })
    await jobs.open([])
    await jobs.close()
    await db.destroy()
    await client.query(`alter database ${template}_draft rename to ${template}`)
  } finally {
    await client.query(`select pg_advisory_unlock(${templateLock})`)
  }
}

/** A data folder of its own, and a database of the engine of this run: `migrated` or `empty`. */
export async function freshPlace(state: 'migrated' | 'empty' = 'migrated'): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  if (globalThis.HOLDALL_TEST_ENGINE === 'sqlite') {
    return { dataDir, databaseUrl: null, remove: () => Promise.resolve(removeDir()) }
  }
  const server = process.env[postgresUrlVariable]
  if (!server) throw new Error(`${postgresUrlVariable} is not set: the setup of this jest project did not run.`)
  const name = `t_${randomBytes(8).toString('hex')}`
  await onServer(server, async (client) => {
    if (state === 'migrated') await makeTemplate(client, server)
    await client.query(`create database ${name}${state === 'migrated' ? ` template ${template}` : ''}`)
  })
  return {
    dataDir,
    databaseUrl: urlOf(server, name),
    async remove() {
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
      removeDir()
    },
  }
}
