import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hour, minute } from '../clock.ts'
import type { Client } from '../../testing/client.ts'
import { folder } from '../../testing/file-requests.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { policies } from './policies.ts'
import { addressSubject, keyOf } from './throttle.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

describe('a throttle', () => {
  const wrong = (client: Client, email: string) => client.post('/login', { email, password: 'guess' })

  test('refuses before it checks the password, says when to retry, and doubles the delay', async () => {
    const { email } = await holdall.signUp()
    const client = holdall.visitor()
    for (let i = 0; i < 8; i++) await wrong(client, email)
    const right = await client.post('/login', { email, password: testPassword })
    expect([right.status, right.body.retry_after, right.raw.headers['retry-after']]).toEqual([429, 1, '1'])
    holdall.clock.advance(1000)
    await wrong(client, email)
    expect((await wrong(client, email)).body.retry_after).toBe(2)
    holdall.clock.advance(2000)
    await wrong(client, email)
    expect((await wrong(client, email)).body.retry_after).toBe(4)
  })

  test('slows guesses at one account from many addresses, but never locks its owner out for long', async () => {
    const { email } = await holdall.signUp()
    for (let i = 0; i < 30; i++) {
      await wrong(holdall.visitor(), email)
      holdall.clock.advance(minute)
    }
    await wrong(holdall.visitor(), email)
    const owner = await holdall.visitor().post('/login', { email, password: testPassword })
    expect(owner.body.code).toBe('throttled')
    expect(owner.body.retry_after).toBeLessThanOrEqual(60)
  })

  test('guesses from elsewhere do not keep an owner out of a browser that the account was used in', async () => {
    const { email } = await holdall.signUp()
    const known = holdall.visitor()
    await known.post('/login', { email, password: testPassword })
    await known.post('/logout')
    for (let i = 0; i < 20; i++) {
      await wrong(holdall.visitor(), email)
      holdall.clock.advance(250)
    }
    const elsewhere = await holdall.visitor().post('/login', { email, password: testPassword })
    expect(elsewhere.body.code).toBe('throttled')
    expect((await known.post('/login', { email, password: testPassword })).status).toBe(200)
  })

  test('slows guesses in a known browser, and its cookie counts for its own account only', async () => {
    const [mine, victim] = [await holdall.signUp(), await holdall.signUp()]
    const known = holdall.visitor()
    await known.post('/login', { email: mine.email, password: testPassword })
    const cookie = known.cookies.get('holdall_known')!
    const withCookie = () => {
      const client = holdall.visitor()
      client.cookies.set('holdall_known', cookie)
      return client
    }
    for (const { email } of [mine, victim]) {
      for (let i = 0; i < 8; i++) await wrong(withCookie(), email)
      expect((await wrong(withCookie(), email)).body.code).toBe('throttled')
    }
    expect((await wrong(holdall.visitor(), victim.email)).body.code).toBe('throttled')
    expect((await wrong(holdall.visitor(), mine.email)).body.code).toBe('bad-credentials')
  })

  test('gives no advantage to many guesses at once', async () => {
    const { email } = await holdall.signUp()
    const client = holdall.visitor()
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(client, email)))
    expect(answers.filter(({ body }) => body.code === 'bad-credentials').length).toBeLessThanOrEqual(8)
  })

  test('resets the account that was right, and nothing else of the address', async () => {
    const [mine, victim] = [await holdall.signUp(), await holdall.signUp()]
    const client = holdall.visitor()
    for (let i = 0; i < 7; i++) {
      await wrong(client, victim.email)
      // A right sign-in between two guesses does not reset the count of the guesses.
      await client.post('/login', { email: mine.email, password: testPassword })
    }
    await wrong(client, victim.email)
    expect((await wrong(client, victim.email)).body.code).toBe('throttled')
    const rows = await holdall.services.db
      .selectFrom('throttles')
      .select('subject')
      .where('bucket', '=', 'sign-in')
      .where('failures', '=', 0)
      .execute()
    expect(rows).toEqual([])
  })

  test('keeps the failures of an address at other accounts when it is right at its own', async () => {
    const { email } = await holdall.signUp()
    const client = holdall.visitor()
    const { free } = policies['sign-in']
    for (let i = 0; i < free; i++) {
      // Each account is guessed at once: what adds up is the address's.
      expect((await wrong(client, `victim${i}@example.com`)).body.code).toBe('bad-credentials')
      if (i < free - 1) expect((await client.post('/login', { email, password: testPassword })).status).toBe(200)
    }
    expect((await client.post('/login', { email, password: testPassword })).body.code).toBe('throttled')
  })

  test('does not count what is right', async () => {
    const { email } = await holdall.signUp()
    const client = holdall.visitor()
    for (let i = 0; i < 20; i++) {
      expect((await client.post('/login', { email, password: testPassword })).status).toBe(200)
    }
  })

  test('a call that is neither right nor wrong uncounts its own attempt, and none before it', async () => {
    const ann = await holdall.signUp()
    const id = await folder(ann, 'shared')
    const password = 'open sesame'
    const made = await ann.post('/api/share', { id, isPassword: true, password })
    const { token: value } = made.body.data.attributes
    const unlock = (offered: string) =>
      holdall.visitor().post(`/api/sharing/authenticate/${value}`, { password: offered })
    for (let i = 0; i < 3; i++) await unlock('guess')
    await ann.delete('/api/share/revoke', { tokens: [value] })
    expect((await unlock(password)).body.code).toBe('share-revoked')
    const counted = holdall.services.db.selectFrom('throttles').select('failures')
    const ofAccount = counted.where('subject', '=', keyOf({ kind: 'account', value }))
    expect(await ofAccount.execute()).toEqual([{ failures: 3 }])
  })

  test('is reset and deleted after a while', async () => {
    const client = holdall.visitor()
    for (let i = 0; i < 8; i++) await wrong(client, 'swept@example.com')
    holdall.clock.advance(hour)
    expect((await wrong(client, 'swept@example.com')).body.code).toBe('bad-credentials')
    holdall.clock.advance(25 * hour)
    await holdall.services.throttle.sweep()
    expect(await holdall.services.db.selectFrom('throttles').selectAll().execute()).toEqual([])
  })

  test('stores no address and no account in plain text', async () => {
    const client = holdall.visitor('203.0.113.9')
    await wrong(client, 'private@example.com')
    const rows = await holdall.services.db.selectFrom('throttles').select('subject').execute()
    for (const { subject } of rows) expect(subject).toMatch(/^[0-9a-f]{64}$/)
  })
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, value) => {
  expect(addressSubject(address)).toEqual({ kind: 'address', value })
})

test('distinguishes clients behind the proxy of the compose file', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../../../deploy/compose.yml'), 'utf8')
  const [, gateway] = /gateway: (\S+)/.exec(compose)!
  const [, trustedProxies] = /HOLDALL_TRUSTED_PROXIES:-([^}]+)\}/.exec(compose)!
  const composed = await testApp({ config: { trustedProxies: trustedProxies! } })
  const proxy = composed.visitor(gateway)
  for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.2']) {
    await proxy.post('/login', { email: `${client}@example.com`, password: 'guess' }, { 'x-forwarded-for': client })
  }
  const counted = (address: string) =>
    composed.services.db
      .selectFrom('throttles')
      .select('failures')
      .where('subject', '=', keyOf(addressSubject(address)))
      .executeTakeFirst()
  expect(await counted('203.0.113.1')).toEqual({ failures: 1 })
  expect(await counted('203.0.113.2')).toEqual({ failures: 2 })
  expect(await counted(gateway!)).toBeUndefined()
  await composed.close()
})
