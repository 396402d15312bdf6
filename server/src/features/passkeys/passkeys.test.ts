import { type AuthenticationOptions, MAX_PASSKEYS, type RegistrationOptions } from '@holdall/api'
import { randomBytes } from 'node:crypto'
import { minute } from '../../infrastructure/clock.ts'
import { noSignInProviders } from '../../infrastructure/config/sign-in-providers.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { NO_PASSWORD } from '../../infrastructure/passwords/passwords.ts'
import type { Client } from '../../testing/client.ts'
import { type Authenticator, createAuthenticator } from '../../testing/software-authenticator.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    config: { signInProviders: { ...noSignInProviders, google: { clientId: 'holdall', clientSecret: 'secret' } } },
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const optionsFor = async (user: Client): Promise<RegistrationOptions & { code?: string }> =>
  (await user.post('/api/user/passkeys/options')).body
const register = (user: Client, credential: object, name = 'Laptop') =>
  user.post('/api/user/passkeys', { name, credential })
async function withPasskey(name = 'Laptop'): Promise<{ user: SignedIn; device: Authenticator; id: string }> {
  const user = await holdall.signUp()
  const device = createAuthenticator()
  const { body } = await register(user, device.create(await optionsFor(user)), name)
  return { user, device, id: body.data.id }
}
/** Uses the passkey in place of the password. */
async function confirm(user: Client, device: Authenticator) {
  const options = (await user.post('/user/confirm-passkey/options')).body as AuthenticationOptions
  return user.post('/user/confirm-passkey', { credential: device.get(options) })
}
const listOf = async (user: Client): Promise<{ id: string; attributes: Record<string, unknown> }[]> =>
  (await user.get('/api/user/passkeys')).body.data
/** As an account that a provider has created. */
const withoutPassword = ({ userId }: SignedIn) =>
  holdall.services.db.updateTable('users').set({ password_hash: NO_PASSWORD }).where('id', '=', userId).execute()
const titlesOf = async (user: Client): Promise<string[]> =>
  (await user.get('/api/notifications')).body.data.map((one: { attributes: { title: string } }) => one.attributes.title)
async function subjectsTo({ email }: SignedIn): Promise<string[]> {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

describe('adding a passkey', () => {
  test('asks for a key that is stored on the device, and names site, account and what is there already', async () => {
    const { user } = await withPasskey()
    const options = await optionsFor(user)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Holdall' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [{ type: 'public-key', transports: ['internal', 'hybrid'] }],
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(user.userId)
  })

  test('lists it with its name, and shows neither key nor credential', async () => {
    const { user, id } = await withPasskey('Work laptop')
    const { body, raw } = await user.get('/api/user/passkeys')
    expect(body.data).toEqual([
      {
        id,
        type: 'passkey',
        attributes: { name: 'Work laptop', synced: false, created_at: expect.any(String), last_used_at: null },
      },
    ])
    const [row] = await holdall.services.db.selectFrom('passkeys').selectAll().where('id', '=', id).execute()
    expect(raw.body).not.toContain(row!.credential_id)
    expect(raw.body).not.toContain(row!.public_key)
  })

  test('tells the owner by a notification and a mail', async () => {
    const { user } = await withPasskey()
    expect(await titlesOf(user)).toEqual(['A passkey was added'])
    expect(await subjectsTo(user)).toEqual(['A passkey was added to your account for Holdall'])
    expect(mails.at(-1)!.text).toMatch(/\n\nhttps:\/\/files\.example\/user\/settings\/password\n/)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another port of this host', { origin: 'http://localhost:8081' }, {}],
    ['another site', {}, { rpId: 'evil.example' }],
    ['another challenge', {}, { challenge: Buffer.from('a.b.c').toString('base64url') }],
    ['an assertion', {}, { type: 'webauthn.get' }],
  ])('refuses a credential for %s', async (_what, state, falsified) => {
    const user = await holdall.signUp()
    const device = createAuthenticator(state)
    const answer = await register(user, device.create(await optionsFor(user), falsified))
    expect([answer.status, answer.body.code]).toEqual([422, 'passkey-refused'])
    expect(await listOf(user)).toEqual([])
  })

  test('refuses a challenge that was answered before, that has expired, or that another session or purpose got', async () => {
    const { user } = await withPasskey()
    const device = createAuthenticator()
    const options = await optionsFor(user)
    const codeOf = async (client: Client, of: RegistrationOptions): Promise<string | undefined> =>
      (await register(client, device.create(of))).body.code
    expect(await codeOf(user, options)).toBeUndefined()
    expect(await codeOf(user, options)).toBe('passkey-refused')
    expect(await codeOf(await holdall.signUp(), await optionsFor(user))).toBe('passkey-refused')
    const { challenge } = (await user.post('/api/passkeys/options')).body as AuthenticationOptions
    expect(await codeOf(user, { ...options, challenge })).toBe('passkey-refused')
    // Of the same session, for another purpose.
    const confirming = (await user.post('/user/confirm-passkey/options')).body as AuthenticationOptions
    expect(await codeOf(user, { ...options, challenge: confirming.challenge })).toBe('passkey-refused')
    const old = await optionsFor(user)
    holdall.clock.advance(5 * minute)
    expect(await codeOf(user, old)).toBe('passkey-expired')
  })

  test('refuses a credential that is registered, for its owner and for anybody else, and leaves it as it is', async () => {
    const credentialId = randomBytes(32)
    const [user, other] = [await holdall.signUp(), await holdall.signUp()]
    const first = createAuthenticator()
    expect((await register(user, first.create(await optionsFor(user), { credentialId }))).status).toBe(201)
    for (const client of [user, other]) {
      const device = createAuthenticator()
      const answer = await register(client, device.create(await optionsFor(client), { credentialId }))
      expect(answer.body.code).toBe('passkey-refused')
    }
    expect(await listOf(other)).toEqual([])
    expect(await listOf(user)).toHaveLength(1)
  })

  test('does not evaluate what a device says about its make', async () => {
    const user = await holdall.signUp()
    // The library refuses this statement, had it been read.
    const statement = ['apple', new Map([['x5c', [new Uint8Array([1, 2, 3])]]])] as const
    const answer = await register(user, createAuthenticator().create(await optionsFor(user), { statement }))
    expect(answer.status).toBe(201)
  })

  test.each([
    ['no CBOR', 'AAAA'],
    ['CBOR of something else', Buffer.from([0xa1, 0x01, 0x02]).toString('base64url')],
    ['an endless map', Buffer.from([0xbf]).toString('base64url')],
  ])('refuses %s', async (_what, attestationObject) => {
    const user = await holdall.signUp()
    const made = createAuthenticator().create(await optionsFor(user))
    const answer = await register(user, { ...made, response: { ...made.response, attestationObject } })
    expect(answer.body.code).toBe('passkey-refused')
  })

  test(`refuses more than ${MAX_PASSKEYS}, also of several at once`, async () => {
    const user = await holdall.signUp()
    const options = await Promise.all(Array.from({ length: MAX_PASSKEYS + 5 }, () => optionsFor(user)))
    const answers = await Promise.all(options.map((one) => register(user, createAuthenticator().create(one))))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('too-many-passkeys'))
    expect(await listOf(user)).toHaveLength(MAX_PASSKEYS)
    expect((await optionsFor(user)).code).toBe('too-many-passkeys')
  })
})

describe('a passkey', () => {
  test('is renamed and removed by its owner only, and its removal is told', async () => {
    const { user, id } = await withPasskey()
    const other = await holdall.signUp()
    expect((await other.patch(`/api/user/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.delete(`/api/user/passkeys/${id}`)).status).toBe(404)
    expect((await user.patch(`/api/user/passkeys/${id}`, { name: '  Phone ' })).body.data.attributes.name).toBe('Phone')
    expect((await user.patch(`/api/user/passkeys/${id}`, { name: ' ' })).body.code).toBe('validation')
    expect((await user.delete(`/api/user/passkeys/${id}`)).status).toBe(204)
    expect(await listOf(user)).toEqual([])
    expect((await user.delete(`/api/user/passkeys/${id}`)).status).toBe(404)
    expect(await titlesOf(user)).toEqual(['A passkey was removed', 'A passkey was added'])
    expect((await subjectsTo(user)).sort()).toEqual([
      'A passkey was added to your account for Holdall',
      'A passkey was removed from your account for Holdall',
    ])
    // Its removal ends no session.
    expect((await user.get('/api/user')).status).toBe(200)
  })

  test('of an account without a password is not removed where it is the last one, of two at once too', async () => {
    const { user, id } = await withPasskey()
    const second = (await register(user, createAuthenticator().create(await optionsFor(user)), 'Phone')).body.data.id
    await withoutPassword(user)
    const removed = await Promise.all([id, second].map((one) => user.delete(`/api/user/passkeys/${one}`)))
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([204, 422]))
    expect(removed.map(({ body }) => body?.code)).toContain('last-sign-in-method')
    expect(await listOf(user)).toHaveLength(1)
    expect((await titlesOf(user)).filter((title) => title === 'A passkey was removed')).toHaveLength(1)
  })

  test('of an account without a password is removed where a provider that is configured signs in to it', async () => {
    const { user, id } = await withPasskey()
    await withoutPassword(user)
    const { db, ids } = holdall.services
    const linked = { user_id: user.userId, subject: user.userId, email: null, created_at: 0, last_used_at: null }
    const github = { ...linked, id: ids.next(), provider: 'github', issuer: 'https://github.com/login/oauth' } as const
    await db.insertInto('linked_sign_ins').values(github).execute()
    expect((await user.delete(`/api/user/passkeys/${id}`)).body.code).toBe('last-sign-in-method')
    const google = { ...linked, id: ids.next(), provider: 'google', issuer: 'https://accounts.google.com' } as const
    await db.insertInto('linked_sign_ins').values(google).execute()
    expect((await user.delete(`/api/user/passkeys/${id}`)).status).toBe(204)
    expect(await listOf(user)).toEqual([])
  })
})

describe('adding and removing one', () => {
  test('need a password that was given just now, or a passkey; renaming does not', async () => {
    const { user, device, id } = await withPasskey()
    const options = await optionsFor(user)
    holdall.clock.advance(16 * minute)
    const refused = [
      await user.post('/api/user/passkeys/options'),
      await register(user, createAuthenticator().create(options)),
      await user.delete(`/api/user/passkeys/${id}`),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('confirmation-required'))
    expect((await user.patch(`/api/user/passkeys/${id}`, { name: 'Phone' })).status).toBe(200)
    expect((await confirm(user, device)).status).toBe(204)
    expect((await user.delete(`/api/user/passkeys/${id}`)).status).toBe(204)
  })

  test('are not confirmed by the passkey of another account, by one that only was touched, nor by an answer for signing in', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    holdall.clock.advance(16 * minute)
    expect((await confirm(mine.user, theirs.device)).body.code).toBe('passkey-refused')
    mine.device.isUserVerified = false
    expect((await confirm(mine.user, mine.device)).body.code).toBe('passkey-refused')
    mine.device.isUserVerified = true
    const options: AuthenticationOptions = (await mine.user.post('/api/passkeys/options')).body
    const answer = await mine.user.post('/user/confirm-passkey', { credential: mine.device.get(options) })
    expect(answer.body.code).toBe('passkey-refused')
    expect((await mine.user.delete(`/api/user/passkeys/${mine.id}`)).body.code).toBe('confirmation-required')
  })

  test('asks for the passkeys of the account only, and refuses where there is none', async () => {
    const { user } = await withPasskey()
    const { body } = await user.post('/user/confirm-passkey/options')
    expect(body).toMatchObject({ userVerification: 'required', allowCredentials: [{ type: 'public-key' }] })
    const other = await holdall.signUp()
    expect((await other.post('/user/confirm-passkey/options')).body.code).toBe('passkey-refused')
  })
})

describe('passkeys are not available', () => {
  test.each([
    ['at an IP address', null, '127.0.0.1:8080'],
    ['at an IPv6 address', null, '[::1]:8080'],
    ['at a host in the network', null, 'nas.local'],
    ['where the public address is not https', 'http://files.example.com', 'localhost'],
    ['where the public address has no name', 'https://192.0.2.7', 'localhost'],
  ])('%s', async (_where, publicUrl, host) => {
    const own = await testApp({ config: { publicUrl } })
    const user = await own.signUp()
    for (const url of ['/api/user/passkeys/options', '/api/passkeys/options']) {
      const answer = await user.post(url, {}, { host })
      expect([answer.status, answer.body.code]).toEqual([403, 'passkeys-unavailable'])
    }
    expect((await user.get('/api/config', { host })).body.passkeys).toBe(false)
    // What there is can be removed nevertheless.
    expect((await user.get('/api/user/passkeys', { host })).status).toBe(200)
    await own.close()
  })

  test.each([
    [null, 'localhost:8080', 'localhost'],
    [null, 'holdall.localhost', 'holdall.localhost'],
    ['https://files.example.com', 'internal:8080', 'files.example.com'],
    ['http://localhost:8080', 'internal:8080', 'localhost'],
  ])('and otherwise they are: with the public address %s, at %s', async (publicUrl, host, id) => {
    const own = await testApp({ config: { publicUrl } })
    const visitor = own.visitor()
    expect((await visitor.post('/api/passkeys/options', {}, { host })).body.rpId).toBe(id)
    expect((await visitor.get('/api/config', { host })).body.passkeys).toBe(true)
    await own.close()
  })
})
