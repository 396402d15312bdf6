import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../infrastructure/config/config.ts'
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
    const { createApp } = await import('../app.ts')
    const environment = { HOLDALL_DATA_DIR: dataDir, HOLDALL_DATABASE_URL: urlOf(server, template) }
    const { close } = await createApp(readConfig(environment), { log: createLog('silent') })
    await close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
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
  // Copied as files, not through the log of the database: faster, where nothing is synced.
  const from = state === 'migrated' ? `template ${template} strategy file_copy` : 'strategy file_copy'
  await onServer(server, (client) => client.query(`create database ${name} ${from}`))
  return {
    dataDir,
    databaseUrl: urlOf(server, name),
    async remove() {
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
      removeDir()
    },
  }
}
