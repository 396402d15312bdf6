import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export const postgresUrlVariable = 'HOLDALL_TEST_POSTGRES_URL'

declare global {
  var HOLDALL_TEST_ENGINE: 'sqlite' | 'postgres'
}

export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
  remove(): Promise<void>
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty data folder and an empty database of the engine that this run is about. */
export async function freshPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  if (globalThis.HOLDALL_TEST_ENGINE === 'sqlite') {
    return { dataDir, databaseUrl: null, remove: () => Promise.resolve(removeDir()) }
  }
  const server = process.env[postgresUrlVariable]
  if (!server) throw new Error(`${postgresUrlVariable} is not set: the setup of this jest project did not run.`)
  const name = `t_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await onServer(server, `drop database ${name} with (force)`)
      removeDir()
    },
  }
}
