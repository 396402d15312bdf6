import { randomUUID } from 'node:crypto'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

/** Fewer on PostgreSQL: the work that takes the time, comparing hashes, is the same. */
const TRIES = globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? 200 : 60
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({ mailer: { publicUrl: 'https://files.example', send: () => Promise.resolve() } })
})
afterAll(() => holdall.close())

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
const statistics = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: at(sorted, 0.5), spread: at(sorted, 0.9) - at(sorted, 0.1) }
}

const calls: Readonly<Record<string, (email: string) => [string, object]>> = {
  'sign-in': (email) => ['/login', { email, password: 'not this one' }],
  'sign-up': (email) => [
    '/api/register',
    { name: 'Ada', email, password: testPassword, password_confirmation: testPassword },
  ],
  'another confirmation': (email) => ['/api/user/verify', { email }],
  'a forgotten password': (email) => ['/api/password/recover', { email }],
  'a new password by a made-up link': (email) => [
    '/api/password/reset',
    { token: 'x'.repeat(22), email, password: testPassword, password_confirmation: testPassword },
  ],
}

test.each(Object.entries(calls))(
  '%s takes as long for an account as for an unknown address, and answers the same',
  async (_, call) => {
    // Each address once: attempts for one account are throttled. The accounts have the password hash of the product.
    const template = await holdall.signUp()
    const emails = Array.from({ length: TRIES }, () => `${randomUUID()}@example.com`)
    const { db } = holdall.services
    const { hash } = await import('@node-rs/argon2')
    const password_hash = await hash(testPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const { id: _id, ...user } = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', template.userId)
      .executeTakeFirstOrThrow()
    const accounts = emails.map((email) => ({ ...user, id: randomUUID(), email, password_hash }))
    await db.insertInto('users').values(accounts).execute()
    const answers = new Set<string>()
    const measure = async (email: string) => {
      const client = holdall.visitor()
      const [url, body] = call(email)
      const startedAt = performance.now()
      const { status, raw } = await client.post(url, body)
      const took = performance.now() - startedAt
      answers.add(JSON.stringify([status, raw.payload, Object.keys(raw.headers).toSorted()]))
      return took
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    // One after the other, so that whatever else the machine does affects both.
    for (const email of emails) {
      known.push(await measure(email))
      unknown.push(await measure(`${randomUUID()}@example.com`))
    }
    const [a, b] = [statistics(known), statistics(unknown)]
    expect(Math.abs(a.median - b.median)).toBeLessThan(Math.min(a.spread, b.spread))
    expect([...answers]).toHaveLength(1)
  },
  240_000,
)
