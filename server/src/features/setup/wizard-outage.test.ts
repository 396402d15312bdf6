import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { postgresUrlVariable } from '../../testing/engine.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { plainEnvironment, setupRequests } from '../../testing/setup-requests.ts'

/** SQLite is a file of the same machine. */
const onPostgres = globalThis.HOLDALL_TEST_ENGINE === 'postgres' ? describe : describe.skip

onPostgres('PostgreSQL that is gone', () => {
  let postgres: PostgresServer
  let server: TestServer
  // It is ended by these tests, so it is one of their own.
  beforeAll(async () => {
    postgres = await startPostgres()
    process.env[postgresUrlVariable] = postgres.url
  }, 60_000)
  afterAll(() => postgres.stop())
  beforeEach(async () => {
    server = await restartableServer({ state: 'empty', ownDatabase: false })
  })
  afterEach(() => server.close())
  const { call, post, values, progress, config } = setupRequests(() => server)

  const database = (own: object = {}) => {
    const url = new URL(server.place.databaseUrl!)
    return {
      engine: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      name: url.pathname.slice(1),
      user: url.username,
      password: null,
      tls: 'off',
      allow_private: true,
      ...own,
    }
  }
  const app = {
    name: 'Vault',
    description: '',
    accent: null,
    contact_email: '',
    registration: 'invitation',
    default_quota_bytes: null,
    max_team_members: null,
    subscription_type: 'none',
  }
  const password = 'correct horse'
  const owner = { name: 'Owner', email: 'owner@example.com', password, password_confirmation: password }

  test('between two steps: every call answers busy, nothing is lost, and the setup goes on once it is back', async () => {
    expect((await post('/purchase-code', { purchase_code: 'A-1' })).status).toBe(204)
    expect((await post('/database', database())).status).toBe(204)
    expect((await post('/app', app)).status).toBe(204)
    const before = [await values(), config()]
    await postgres.halt()
    const answers = [
      await call('GET', '/status'),
      await call('GET', '/values'),
      await post('/database', { engine: 'sqlite' }),
      await post('/environment', { ...plainEnvironment, public_url: 'https://files.example.com' }),
      await post('/app', { ...app, name: 'Attic' }),
      await post('/admin', owner),
    ].map(({ status, body }) => [status, body.code])
    await postgres.resume()
    expect(answers).toEqual(answers.map(() => [503, 'busy']))
    expect([await values(), config()]).toEqual(before)
    expect(await progress()).toMatchObject({
      next: 'environment',
      finished: ['status-check', 'purchase-code', 'database', 'app-setup'],
    })
    expect((await post('/environment', plainEnvironment)).status).toBe(204)
    expect((await post('/admin', owner)).status).toBe(204)
    await postgres.halt()
    const afterwards = await call('GET', '/status')
    await postgres.resume()
    expect([afterwards.status, afterwards.body.code]).toEqual([404, 'not-found'])
  }, 60_000)

  test('after its test and before its tables are made: the database before stays in use, and the next attempt succeeds', async () => {
    const proxy = await connectionProxy(Number(new URL(server.place.databaseUrl!).port))
    proxy.admit(1)
    const { status, body } = await post('/database', database({ port: proxy.port }))
    expect([status, body.code, body.errors.detail]).toEqual([409, 'restart-failed', [expect.any(String)]])
    expect(server.running.current.services.engine).toBe('sqlite')
    expect(existsSync(join(server.place.dataDir, 'config.json'))).toBe(false)
    expect(await progress()).toMatchObject({ next: 'status-check', finished: [] })
    proxy.admit(Number.POSITIVE_INFINITY)
    expect(await post('/database', database({ port: proxy.port }))).toEqual({ status: 204, body: null })
    expect(server.running.current.services.engine).toBe('postgres')
    expect(await post('/database', { engine: 'sqlite' })).toEqual({ status: 204, body: null })
    await proxy.close()
  }, 60_000)
})

/** Forwards as many connections as it is told, and cuts the others. */
async function connectionProxy(target: number) {
  let left = 0
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    client.on('error', () => undefined)
    if (left-- <= 0) return void client.destroy()
    const upstream = connect(target, '127.0.0.1').on('error', () => client.destroy())
    open.add(client.on('close', () => upstream.destroy()))
    upstream.on('close', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    admit: (count: number) => void (left = count),
    async close() {
      for (const client of open) client.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
