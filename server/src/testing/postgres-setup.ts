import { makeTemplate } from './engine.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

declare global {
  var holdallTestPostgres: PostgresServer | undefined
}

/** One server for all workers; each test app creates a database of its own on it. */
export default async function setup(): Promise<void> {
  createTemporaryFolder()
  globalThis.holdallTestPostgres = await startPostgres()
  const { url } = globalThis.holdallTestPostgres
  process.env['HOLDALL_TEST_POSTGRES_URL'] = url
  await makeTemplate(url)
}
