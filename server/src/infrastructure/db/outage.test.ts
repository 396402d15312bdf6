import { rename } from 'node:fs/promises'
import { setupKeyHeader } from '@holdall/api'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { names, put } from '../../testing/file-requests.ts'
import { makeTemplate, postgresUrlVariable } from '../../testing/engine.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { sqliteFile } from './connect.ts'

const onSqlite = globalThis.HOLDALL_TEST_ENGINE === 'sqlite'
let postgres: PostgresServer | null = null
beforeAll(async () => {
  if (onSqlite) return
  // The databases of this file are on a server of its own.
  postgres = await startPostgres()
  process.env[postgresUrlVariable] = postgres.url
  await makeTemplate(postgres.url)
})
afterAll(() => postgres?.stop())

const ownApp = (options: { readonly installed?: boolean } = {}) => testApp({ ...options, busyTimeoutMs: 30 })

/** Ends PostgreSQL, or locks the file of SQLite. The result makes the database available again. */
async function stopDatabase({ services }: TestApp): Promise<() => Promise<void>> {
  if (postgres) {
    await postgres.halt()
    return postgres.resume
  }
  const other = new Sqlite(sqliteFile(services.config.dataDir))
  other.exec('begin immediate')
  return () => Promise.resolve(void other.close())
}

const owner = {
  name: 'Owner',
  email: 'owner@example.com',
  password: testPassword,
  password_confirmation: testPassword,
}

test('without its database the server keeps running and answers busy, and recovers by itself once it is back', async () => {
  const holdall = await ownApp()
  const ann = await holdall.signUp()
  await put(ann, 'before.txt')
  const bringBack = await stopDatabase(holdall)
  const answers = [
    await ann.post('/api/create-folder', { name: 'lost', parent_id: null }),
    await put(ann, 'during.txt'),
    await holdall.visitor().post('/login', { email: ann.email, password: testPassword }),
  ]
  expect((await holdall.visitor().get('/healthz')).status).toBe(200)
  await bringBack()
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [503, 'busy']))
  expect((await holdall.visitor().get('/readyz')).status).toBe(200)
  expect((await put(ann, 'after.txt')).status).toBe(201)
  expect(await names(ann)).toEqual(['after.txt', 'before.txt'])
  await holdall.close()
})

test('the setup wizard creates no owner while the database is unavailable', async () => {
  const holdall = await ownApp({ installed: false })
  const key = { [setupKeyHeader]: holdall.services.installation.key }
  const bringBack = await stopDatabase(holdall)
  const refused = await holdall.visitor().post('/api/setup/admin', owner, key)
  await bringBack()
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  expect(await holdall.services.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).toEqual([])
  expect((await holdall.visitor().post('/api/setup/admin', owner, key)).status).toBe(204)
  await holdall.close()
})

if (onSqlite) {
  test('the server is not ready while the file of the database is gone', async () => {
    const holdall = await ownApp()
    const file = sqliteFile(holdall.services.config.dataDir)
    await rename(file, `${file}.gone`)
    const { status, body } = await holdall.visitor().get('/readyz')
    await rename(`${file}.gone`, file)
    expect([status, body.code]).toEqual([503, 'busy'])
    expect((await holdall.visitor().get('/readyz')).status).toBe(200)
    await holdall.close()
  })
} else {
  test('the server is not ready and the setup wizard does not open again while PostgreSQL is unavailable', async () => {
    const holdall = await ownApp()
    const key = { [setupKeyHeader]: holdall.services.installation.key }
    const ann = await holdall.signUp()
    const bringBack = await stopDatabase(holdall)
    const answers = [
      await holdall.visitor().get('/readyz'),
      await holdall.visitor().get('/api/setup/status', key),
      await holdall.visitor().post('/api/setup/admin', owner, key),
      await holdall.visitor().get('/api/config'),
      await ann.get('/api/browse/folders/all'),
    ]
    await bringBack()
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [503, 'busy']))
    expect((await holdall.visitor().get('/api/setup/status', key)).status).toBe(404)
    expect((await ann.get('/api/browse/folders/all')).status).toBe(200)
    await holdall.close()
  })

  test('a table that another program locks answers busy, and again once it is free', async () => {
    const holdall = await ownApp()
    const ann = await holdall.signUp()
    const other = new pg.Client({ connectionString: holdall.services.config.databaseUrl! })
    await other.connect()
    await other.query('begin; lock table entries in access exclusive mode')
    // More than there are connections: a lock that is waited for without end would take them all.
    const answers = await Promise.all(Array.from({ length: 12 }, () => ann.get('/api/browse/folders/all')))
    const session = await holdall.visitor().get('/api/config')
    await other.query('rollback')
    await other.end()
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [503, 'busy']))
    expect(session.status).toBe(200)
    expect((await put(ann, 'after.txt')).status).toBe(201)
    await holdall.close()
  })

  test('a transaction that loses its connection between two queries fails, and the process continues', async () => {
    const holdall = await ownApp()
    const { transact } = holdall.services
    const set = (value: string) => ({ name: 'lost', value, updated_at: 0 })
    let bringBack = () => Promise.resolve()
    const lost = transact(async (trx) => {
      await trx.insertInto('settings').values(set('1')).execute()
      bringBack = await stopDatabase(holdall)
      await trx.updateTable('settings').set(set('2')).where('name', '=', 'lost').execute()
    })
    await expect(lost).rejects.toMatchObject({ code: 'connection' })
    await bringBack()
    expect(await transact((trx) => trx.deleteFrom('settings').where('name', '=', 'lost').execute())).toMatchObject([
      { numDeletedRows: 0n },
    ])
    await holdall.close()
  })
}
