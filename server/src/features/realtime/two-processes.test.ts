import { sql } from 'kysely'
import pg from 'pg'
import { type App, createApp } from '../../app.ts'
import type { RealtimeMessage } from '../../infrastructure/realtime/fan-out.ts'
import { createPostgresFanOut, payloadsOf } from '../../infrastructure/realtime/postgres-fan-out.store.ts'
import { createLog } from '../../infrastructure/log.ts'
import { subscribedSocket, until } from '../../testing/socket-client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let other: App | undefined
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(async () => {
  await other?.close()
  other = undefined
  await holdall.close()
})

/** Another server beside the same database. */
async function startOther(): Promise<App> {
  other = await createApp(holdall.services.config, { durable: false, log: createLog('silent') })
  return other
}
/** Resolves once both processes listen. */
async function untilListening(count: number): Promise<void> {
  const { db } = holdall.services
  for (;;) {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from pg_stat_activity
      where application_name = 'holdall-realtime' and datname = current_database()`.execute(db)
    if (Number(rows[0]?.n) === count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

// SQLite has one server process.
if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  test('a client of one process gets what another process changes', async () => {
    const client = await subscribedSocket(holdall, ann)
    const { services } = await startOther()
    await untilListening(2)
    services.realtime.publish([ann.userId], 'notification', {})
    await client.next(({ event }) => event === 'notification')
    client.clear()
    services.realtime.publish([ann.userId], 'notification', {}, { except: client.id })
    services.realtime.publish([ann.userId], 'last', {})
    await client.next(({ event }) => event === 'last')
    expect(client.events().map(({ event }) => event)).toEqual(['last'])
  })

  test('a session that another process ends closes the connection', async () => {
    const client = await subscribedSocket(holdall, ann)
    const { app } = await startOther()
    await untilListening(2)
    await app.inject({ method: 'POST', url: '/logout', cookies: Object.fromEntries(ann.cookies) })
    expect(await client.closed).toBe(4009)
  })

  test('a lost connection to the database is opened again, and clients are told that they missed events', async () => {
    const client = await subscribedSocket(holdall, ann)
    const { services } = await startOther()
    await untilListening(2)
    const database = new pg.Client({ connectionString: holdall.services.config.databaseUrl! })
    await database.connect()
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'holdall-realtime' and datname = current_database()",
    )
    await database.end()
    await client.next(({ event }) => event === 'changes.missed')
    await untilListening(2)
    services.realtime.publish([ann.userId], 'notification', {})
    await client.next(({ event }) => event === 'notification')
  })

  test('a process that could not listen at first tells its clients that they missed events', async () => {
    const databaseUrl = holdall.services.config.databaseUrl!
    const name = new URL(databaseUrl).pathname.slice(1)
    const admin = new pg.Client({
      connectionString: Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href,
    })
    await admin.connect()
    const lines: string[] = []
    const received: RealtimeMessage[] = []
    const log = createLog('warn', { write: (line) => void lines.push(line) })
    const fanOut = createPostgresFanOut({ db: holdall.services.db, databaseUrl, log })
    await admin.query(`alter database ${name} allow_connections false`)
    fanOut.start((message) => void received.push(message))
    await until(() => lines.length > 0)
    await admin.query(`alter database ${name} allow_connections true`)
    await until(() => received.length > 0)
    expect(received).toEqual([{ kind: 'missed' }])
    await fanOut.close()
    await admin.end()
  })

  test('thousands of messages in one turn reach the other process in order', async () => {
    const client = await subscribedSocket(holdall, ann)
    const { services } = await startOther()
    await untilListening(2)
    for (let n = 0; n < 2000; n++) services.realtime.publish([ann.userId], 'n', { n })
    await until(() => client.events().length === 2000)
    expect(client.events().map(({ data }) => data.n)).toEqual(Array.from({ length: 2000 }, (_, n) => n))
  })
}

test('payloads stay below the limit of PostgreSQL, and have every message', () => {
  const messages = Array.from({ length: 100 }, (_, n) => ({
    kind: 'event' as const,
    userIds: ['01890000-0000-7000-8000-000000000000'],
    event: 'x',
    data: { n, text: 'é'.repeat(n * 20) },
  }))
  const payloads = payloadsOf('me', messages)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  const read = payloads.flatMap((text) => (JSON.parse(text) as { messages: unknown[] }).messages)
  expect(read).toEqual(messages)
})

test('an event with more data than ids is refused', () => {
  const { realtime } = holdall.services
  expect(() => realtime.publish([ann.userId], 'x', { text: 'x'.repeat(6000) })).toThrow(RangeError)
})
