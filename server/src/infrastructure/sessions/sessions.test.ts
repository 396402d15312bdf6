import { day, minute } from '../clock.ts'
import { digest, ids } from '../ids.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { sessionCookie } from './session-cookie.ts'
import { MAX_SESSIONS } from './sessions.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

const rowOf = (secret: string) =>
  holdall.services.db.selectFrom('sessions').selectAll().where('id', '=', digest(secret)).executeTakeFirst()

const seenAt = async (user: SignedIn) => (await rowOf(user.cookies.get(sessionCookie)!))!.seen_at
/** The last use is written after the answer. */
async function untilSeenAfter(user: SignedIn, time: number): Promise<void> {
  while ((await seenAt(user)) <= time) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('a session', () => {
  test('is not accepted with a made-up secret, nor with the hash in the database', async () => {
    const user = await holdall.signUp()
    const row = await rowOf(user.cookies.get(sessionCookie)!)
    for (const made of ['x'.repeat(43), row!.id, '']) {
      const client = holdall.visitor()
      client.cookies.set(sessionCookie, made)
      expect((await client.get('/api/user')).status).toBe(401)
    }
  })

  test('gets a new secret at every sign-in, and the previous one ends', async () => {
    const user = await holdall.signUp()
    const before = user.cookies.get(sessionCookie)!
    await user.post('/login', { email: user.email, password: testPassword })
    expect(user.cookies.get(sessionCookie)).not.toBe(before)
    expect(await rowOf(before)).toBeUndefined()
  })

  test('is kept while it is one of the hundred last used of its user, and one that awaits a second factor ends no other', async () => {
    const { db, clock } = holdall.services
    const user = await holdall.signUp()
    const secrets = [user.cookies.get(sessionCookie)!]
    const [first] = await Promise.all(secrets.map(rowOf))
    const older = Array.from({ length: MAX_SESSIONS - 1 }, (_, n) => ({
      ...first!,
      id: digest(`older ${String(n)}`),
      public_id: ids.next(),
      seen_at: clock.now() - 1000 + n,
    }))
    await db.insertInto('sessions').values(older).execute()
    const count = async () => {
      const { n } = await db
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', user.userId)
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    const signIn = async () => {
      const client = holdall.visitor()
      await client.post('/login', { email: user.email, password: testPassword })
      return client.cookies.get(sessionCookie)!
    }
    expect(await rowOf(await signIn())).toBeDefined()
    expect([await count(), await rowOf('older 0'), await rowOf(secrets[0]!)]).toMatchObject([
      MAX_SESSIONS,
      undefined,
      {},
    ])
    await db.updateTable('users').set({ two_factor_confirmed_at: clock.now() }).where('id', '=', user.userId).execute()
    await signIn()
    expect(await count()).toBe(MAX_SESSIONS + 1)
    expect(await rowOf('older 1')).toBeDefined()
  })

  test('ends on the server when its user signs out, and signing out twice is no error', async () => {
    const user = await holdall.signUp()
    const secret = user.cookies.get(sessionCookie)!
    expect((await user.post('/logout')).status).toBe(204)
    expect(await rowOf(secret)).toBeUndefined()
    expect(user.cookies.has(sessionCookie)).toBe(false)
    expect((await user.post('/logout')).status).toBe(204)
  })

  test('that awaits its second factor may sign out and nothing else', async () => {
    const { db, clock } = holdall.services
    const user = await holdall.signUp()
    await db.updateTable('users').set({ two_factor_confirmed_at: clock.now() }).where('id', '=', user.userId).execute()
    const half = holdall.visitor()
    const answer = await half.post('/login', { email: user.email, password: testPassword })
    expect(answer.body).toEqual({ two_factor: true })
    expect((await half.get('/api/user')).body.code).toBe('unauthenticated')
    expect((await half.post('/logout')).status).toBe(204)
  })

  test('expires thirty days after its last use', async () => {
    const user = await holdall.signUp()
    for (let i = 0; i < 2; i++) {
      const before = holdall.clock.now()
      holdall.clock.advance(29 * day)
      expect((await user.get('/api/user')).status).toBe(200)
      await untilSeenAfter(user, before)
    }
    holdall.clock.advance(30 * day + minute)
    expect((await user.get('/api/user')).status).toBe(401)
  })

  test('stores its last use at most once a minute', async () => {
    const user = await holdall.signUp()
    const first = await seenAt(user)
    holdall.clock.advance(minute / 2)
    await user.get('/api/user')
    expect(await seenAt(user)).toBe(first)
    holdall.clock.advance(minute / 2)
    await user.get('/api/user')
    await untilSeenAfter(user, first)
  })

  test('is answered while another transaction blocks the write of its last use', async () => {
    const { transact } = holdall.services
    const user = await holdall.signUp()
    const first = await seenAt(user)
    holdall.clock.advance(2 * minute)
    let lock!: () => void
    let unlock!: () => void
    const isLocked = new Promise<void>((resolve) => (lock = resolve))
    const isAnswered = new Promise<void>((resolve) => (unlock = resolve))
    const other = transact(async (trx) => {
      const id = digest(user.cookies.get(sessionCookie)!)
      await trx.updateTable('sessions').set({ user_agent: 'other' }).where('id', '=', id).execute()
      lock()
      await isAnswered
    })
    await isLocked
    try {
      expect((await user.get('/api/user')).status).toBe(200)
      expect(await seenAt(user)).toBe(first)
    } finally {
      unlock()
      await other
    }
    await untilSeenAfter(user, first)
  })

  test('of a deleted user is nobody’s', async () => {
    const { db, clock } = holdall.services
    const user = await holdall.signUp()
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', user.userId).execute()
    expect((await user.get('/api/user')).status).toBe(401)
  })

  test('is deleted once it has expired', async () => {
    const user = await holdall.signUp()
    holdall.clock.advance(31 * day)
    await holdall.services.sessions.sweep()
    expect(await rowOf(user.cookies.get(sessionCookie)!)).toBeUndefined()
  })
})

test.each([
  ['the public address is https', { publicUrl: 'https://files.example.com' }, {}, true],
  ['a trusted proxy forwards https', { trustedProxies: '10.0.0.0/8' }, { 'x-forwarded-proto': 'https' }, true],
  [
    'an untrusted peer sends X-Forwarded-Proto',
    { trustedProxies: '192.0.2.0/24' },
    { 'x-forwarded-proto': 'https' },
    false,
  ],
  ['the call came by http', {}, {}, false],
])('sets the Secure attribute of cookies depending on https: %s', async (_where, config, headers, isSecure) => {
  const app = await testApp({ config })
  const { email } = await app.signUp()
  const answer = await app.visitor().post('/login', { email, password: testPassword }, headers)
  const cookies = [answer.raw.headers['set-cookie']].flat()
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) expect(/; Secure/.test(String(cookie))).toBe(isSecure)
  await app.close()
})
