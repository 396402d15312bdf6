import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { join as joinPath } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { type App, createApp } from '../../app.ts'
import type { RealtimeMessage } from '../../infrastructure/realtime/fan-out.ts'
import { createPostgresFanOut, payloadsOf } from '../../infrastructure/realtime/postgres-fan-out.store.ts'
import { createLog } from '../../infrastructure/log.ts'
import { subscribedSocket, until } from '../../testing/socket-client.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import { file } from '../../testing/file-requests.ts'
import { listen, pausedConnection } from '../../testing/raw-http.ts'
import { join, setMembers, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until as untilIs } from '../../testing/until.ts'

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
      where application_name like 'holdall-realtime %' and datname = current_database()`.execute(db)
    if (Number(rows[0]?.n) === count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Ends the connections for LISTEN, as a database that is restarted does. */
async function endListening(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'holdall-realtime %' and datname = current_database()`.execute(holdall.services.db)
}

/**
 * Resolves once a process has looked for the others that looks for them all the time. Others look once at most, when they
 * notice one.
 */
async function untilLookedFor(): Promise<void> {
  const { db } = holdall.services
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)
  let last = rows[0]!.at
  for (let looks = 0; looks < 3; looks++) {
    await untilIs(async () => {
      const found = await sql<{ at: string | null }>`
        select max(query_start)::text as at from pg_stat_activity
        where application_name like 'holdall-realtime %' and datname = current_database()
          and query_start > ${last}::timestamptz`.execute(db)
      const at = found.rows[0]?.at
      if (at) last = at
      return typeof at === 'string'
    })
  }
}

const firstMessageOf = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The process ended with ${code}.`)))
  })

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
    await endListening()
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
    const log = createLog('warn', { destination: { write: (line) => void lines.push(line) } })
    const fanOut = createPostgresFanOut({ db: holdall.services.db, databaseUrl, log })
    await admin.query(`alter database ${name} allow_connections false`)
    await fanOut.start((message) => void received.push(message))
    expect(lines).toHaveLength(1)
    await admin.query(`alter database ${name} allow_connections true`)
    await until(() => received.length > 0)
    expect(received).toEqual([{ kind: 'missed' }])
    await fanOut.close()
    await admin.end()
  })

  test('clients are told that they missed events where another process was killed between commit and notification', async () => {
    const { db, config } = holdall.services
    const databaseUrl = config.databaseUrl!
    const received: string[] = []
    const fanOut = createPostgresFanOut({ db, databaseUrl, log: createLog('silent'), checkMs: 50 })
    await fanOut.start(({ kind }) => void received.push(kind))
    const script = joinPath(import.meta.dirname, '../../testing/killed-realtime-process.ts')
    const child = fork(script, [databaseUrl, ann.userId], { env: { PATH: process.env['PATH'] } })
    await firstMessageOf(child)
    await untilLookedFor()
    child.send('change')
    expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGKILL')
    const { name } = await db.selectFrom('users').select('name').where('id', '=', ann.userId).executeTakeFirstOrThrow()
    expect(name).toBe('After')
    await until(() => received.length > 0)
    expect(received).toEqual(['missed'])
    await fanOut.close()
  })

  test('a process that stops sends what waits, and nobody fetches anything again because of it', async () => {
    const { db, config } = holdall.services
    const options = { db, databaseUrl: config.databaseUrl!, log: createLog('silent'), checkMs: 50 }
    const [stopping, staying] = [createPostgresFanOut(options), createPostgresFanOut(options)]
    const received: string[] = []
    await staying.start((message) => void received.push(message.kind === 'event' ? message.event : message.kind))
    await stopping.start(() => undefined)
    await untilLookedFor()
    for (const event of ['a', 'b']) stopping.send({ kind: 'event', userIds: [ann.userId], event, data: {} })
    await stopping.close()
    await untilLookedFor()
    expect(received).toEqual(['a', 'b'])
    await staying.close()
  })

  test('changes just before a process stops reach the clients of the other one', async () => {
    const client = await subscribedSocket(holdall, ann)
    const { services, close } = await startOther()
    const change = () => services.transact((trx) => Promise.resolve(recordUser(trx, ann.userId)))
    await change()
    // The second one waits for the end of the time in which changes come together.
    await change()
    await close()
    await until(() => client.events().length === 2)
    expect(client.events().map(({ event }) => event)).toEqual(['user.changed', 'user.changed'])
    other = undefined
  })

  test('a download ends where another process ends the membership, and one of the owner does not', async () => {
    const owner = await holdall.signUp()
    const id = await teamFolder(owner)
    await join(owner, id, ann)
    const large = randomBytes(24 * 1024 * 1024)
    const { attributes } = await file(owner, 'large.bin', large, { parent_id: id })
    const port = await listen(holdall.app)
    const get = (reader: SignedIn, url: string) => {
      const cookie = [...reader.cookies].map((pair) => pair.join('=')).join('; ')
      return pausedConnection(port, `GET ${url} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`)
    }
    const [entry] = (await ann.get(`/api/browse/folders/${id}`)).body.data
    const running = [await get(ann, entry.attributes.file_url), await get(ann, `/api/zip?items=${id}`)]
    const own = await get(owner, attributes.file_url)
    const { app } = await startOther()
    const answer = await app.inject({
      method: 'PATCH',
      url: `/api/teams/folders/${id}`,
      payload: { members: [] },
      cookies: Object.fromEntries(owner.cookies),
    })
    expect(answer.statusCode).toBe(200)
    // The message from the other process: a resumed socket could have received the rest before.
    const { memberTransfers } = holdall.services
    await untilIs(() => memberTransfers.memberships.every(({ userId }) => userId !== ann.userId))
    for (const { received, socket, closed } of running) {
      socket.resume()
      await closed
      expect(received().length).toBeLessThan(large.length)
    }
    own.socket.resume()
    await untilIs(() => own.received().length > large.length)
    own.socket.destroy()
  })

  test('after a lost connection, what another process has ended in the meantime ends', async () => {
    const { db, memberTransfers } = holdall.services
    const owner = await holdall.signUp()
    const id = await teamFolder(owner)
    await join(owner, id, ann)
    const { space_id: spaceId } = await db
      .selectFrom('team_members')
      .select('space_id')
      .where('user_id', '=', ann.userId)
      .executeTakeFirstOrThrow()
    const client = await subscribedSocket(holdall, ann)
    const ended: string[] = []
    const transfer = (userId: string) =>
      new Promise<void>((resolve) => {
        const end = () => {
          ended.push(userId)
          resolve()
        }
        void memberTransfers.run([{ userId, spaceId }], end, () => new Promise<void>(() => undefined))
      })
    void transfer(ann.userId)
    const former = transfer(randomUUID())
    // As a message of another process would have told.
    await db.deleteFrom('sessions').where('user_id', '=', ann.userId).execute()
    await endListening()
    await former
    expect(await client.closed).toBe(4009)
    expect(ended).not.toContain(ann.userId)
    expect((await setMembers(owner, id, [])).status).toBe(200)
    expect(ended).toContain(ann.userId)
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
