import pg from 'pg'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { setupRequests } from '../../testing/setup-requests.ts'

/** The other engine has no server that could refuse. */
const onPostgres = globalThis.HOLDALL_TEST_ENGINE === 'postgres' ? describe : describe.skip

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

onPostgres('PostgreSQL', () => {
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
    expect((await post('/test', database())).body.data.attributes).toMatchObject({ state: 'empty', accounts: 0 })
    expect(await post('', database())).toEqual({ status: 204, body: null })
    const { services } = server.running.current
    expect([services.engine, services.installation.key]).toEqual(['postgres', key])
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

  test('that does not answer, or does not know the name, is refused with its own words', async () => {
    const closed = await post('/test', database({ port: 1 }))
    expect(closed.body).toMatchObject({ code: 'database-unusable', errors: { detail: [expect.any(String)] } })
    const missing = await post('/test', database({ name: 'nothing_here' }))
    expect(missing.body.errors.detail[0]).toContain('nothing_here')
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
  })
})
