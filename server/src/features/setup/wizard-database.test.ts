import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { postgresUrlVariable } from '../../testing/engine.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { plainEnvironment, setupRequests } from '../../testing/setup-requests.ts'

/** The other engine has no server that could refuse, or be gone. */
const isPostgres = globalThis.HOLDALL_TEST_ENGINE === 'postgres'

let server: TestServer
beforeEach(async () => {
  server = await restartableServer({ state: 'empty', ownDatabase: false })
})
afterEach(() => server.close())

const requests = setupRequests(() => server)
const post = (path: '' | '/test', body: object) => requests.post(`/database${path}`, body)

test('SQLite stays where it is chosen', async () => {
  const { body } = await post('/test', { engine: 'sqlite' })
  expect(body.data.attributes).toMatchObject({ state: 'holdall', accounts: 0 })
  expect((await post('', { engine: 'sqlite' })).status).toBe(204)
  expect(server.running.current.services.engine).toBe('sqlite')
})

const app = {
  name: 'Vault',
  description: '',
  accent: null,
  contact_email: '',
  registration: 'open',
  default_quota_bytes: null,
  max_team_members: null,
  subscription_type: 'none',
}

if (isPostgres)
  describe('PostgreSQL', () => {
    const database = (own: object = {}) => {
      const url = new URL(server.place.databaseUrl!)
      return {
        engine: 'postgres',
        host: url.hostname,
        port: Number(url.port),
        name: url.pathname.slice(1),
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        tls: 'off',
        allow_private: true,
        ...own,
      }
    }
    async function run(...statements: readonly string[]) {
      const client = new pg.Client({ connectionString: server.place.databaseUrl! })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    }

    test('at an address that is not public has to be confirmed', async () => {
      const { status, body } = await post('/test', database({ allow_private: false }))
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'private-address', ['allow_private']])
    })

    test('that is empty is used without a new process, and SQLite again after it', async () => {
      const { key } = server.running.current.services.installation
      expect((await requests.post('/app', app)).status).toBe(204)
      expect((await requests.progress()).finished).toEqual(['status-check', 'app-setup'])
      expect((await post('/test', database())).body.data.attributes).toMatchObject({ state: 'empty', accounts: 0 })
      expect(await post('', database())).toEqual({ status: 204, body: null })
      const { services } = server.running.current
      expect([services.engine, services.installation.key]).toEqual(['postgres', key])
      // What was set for the app is in the database before.
      expect((await requests.progress()).finished).toEqual(['status-check', 'database'])
      expect((await post('/test', database({ password: null }))).body.data.attributes.state).toBe('holdall')
      expect(await post('', { engine: 'sqlite' })).toEqual({ status: 204, body: null })
      expect(server.running.current.services.engine).toBe('sqlite')
    })

    test.each([
      ['something else', ['create table orders (id integer)'], 'holds something else', 'orders'],
      [
        'an older version',
        [
          `create function public.current_setting(text) returns text language sql as
           $$ select case $1 when 'server_version_num' then '130011' else pg_catalog.current_setting($1) end $$`,
          "do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$",
        ],
        'too old',
        'PostgreSQL',
      ],
      [
        'a read-only server',
        [
          "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
        ],
        'read-only',
        'PostgreSQL',
      ],
    ] as const)('with %s is refused, and SQLite stays', async (_what, statements, message, detail) => {
      await run(...statements)
      const { status, body } = await post('', database())
      expect([status, body.code]).toEqual([422, 'database-unusable'])
      expect(body.message).toContain(message)
      expect(body.errors.detail[0]).toContain(detail)
      expect(server.running.current.services.engine).toBe('sqlite')
    })

    test('that does not answer, or does not know the name, is refused without the words of the server', async () => {
      const closed = await post('/test', database({ port: 1 }))
      expect(closed.body).toMatchObject({ code: 'database-unusable', errors: { detail: [expect.any(String)] } })
      const missing = await post('/test', database({ name: 'nothing_here' }))
      expect(missing.body.errors.detail[0]).toBe('there is no database of this name (3D000)')
    })

    test('of an installation is used after a confirmation only, which ends the setup', async () => {
      expect((await post('', database())).status).toBe(204)
      expect((await post('', { engine: 'sqlite' })).status).toBe(204)
      await run("insert into settings (name, value, updated_at) values ('installation.owner', '\"x\"', 1)")
      expect((await post('/test', database())).body.data.attributes).toMatchObject({ state: 'installed', accounts: 0 })
      const { status, body } = await post('', database())
      expect([status, body.code, server.running.current.services.engine]).toEqual([409, 'database-in-use', 'sqlite'])
      expect((await post('', database({ use_existing: true }))).status).toBe(204)
      expect(server.running.current.services.engine).toBe('postgres')
      expect((await post('', { engine: 'sqlite' })).status).toBe(404)
      expect(existsSync(join(server.place.dataDir, 'setup.json'))).toBe(false)
    })
  })

if (isPostgres)
  describe('PostgreSQL that is gone', () => {
    let postgres: PostgresServer
    let shared: string | undefined
    let server: TestServer
    // It is ended by these tests, so it is one of their own.
    beforeAll(async () => {
      postgres = await startPostgres()
      shared = process.env[postgresUrlVariable]
      process.env[postgresUrlVariable] = postgres.url
    })
    afterAll(async () => {
      process.env[postgresUrlVariable] = shared
      await postgres.stop()
    })
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
    })

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
    })
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
