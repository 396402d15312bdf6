import type { AuthenticationOptions, RegistrationOptions } from '@holdall/api'
import { day, minute } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../../testing/client.ts'
import {
  type Authenticator,
  type AuthenticatorState,
  createAuthenticator,
} from '../../testing/software-authenticator.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

async function withPasskey(
  state: Partial<AuthenticatorState> = {},
): Promise<{ user: SignedIn; device: Authenticator }> {
  const user = await holdall.signUp()
  const device = createAuthenticator(state)
  const options = (await user.post('/api/user/passkeys/options')).body as RegistrationOptions
  const answer = await user.post('/api/user/passkeys', { name: 'Laptop', credential: device.create(options) })
  expect(answer.status).toBe(201)
  return { user, device }
}
const optionsFor = async (client: Client): Promise<AuthenticationOptions> =>
  (await client.post('/api/passkeys/options')).body
const present = (client: Client, credential: object) => client.post('/api/passkeys/sign-in', { credential })
const signIn = async (client: Client, device: Authenticator, falsified?: Parameters<Authenticator['get']>[1]) =>
  present(client, device.get(await optionsFor(client), falsified))
const spendSecondFactor = ({ userId }: SignedIn) =>
  holdall.services.db.updateTable('users').set({ two_factor_confirmed_at: 1 }).where('id', '=', userId).execute()
const titlesOf = async (user: Client): Promise<string[]> =>
  (await user.get('/api/notifications')).body.data.map((one: { attributes: { title: string } }) => one.attributes.title)

describe('signing in with a passkey', () => {
  test('names no account, and begins a session of the one that the passkey is of', async () => {
    const { user, device } = await withPasskey()
    const visitor = holdall.visitor()
    const options = await optionsFor(visitor)
    expect(options).toEqual({
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 5 * minute,
      userVerification: 'preferred',
      allowCredentials: [],
    })
    const answer = await present(visitor, device.get(options))
    expect([answer.status, answer.body]).toEqual([200, { two_factor: false }])
    expect((await visitor.get('/api/user')).body.data.id).toBe(user.userId)
    const [passkey] = (await user.get('/api/user/passkeys')).body.data
    expect(passkey.attributes.last_used_at).not.toBeNull()
    // A sign-in like any other: in a new browser it is told.
    await until(async () => (await titlesOf(user)).includes('New sign-in'))
  })

  test('works again and again, on devices that count and on those that do not', async () => {
    for (const counter of [0, null]) {
      const { device } = await withPasskey({ counter })
      for (let n = 0; n < 3; n++) expect((await signIn(holdall.visitor(), device)).status).toBe(200)
    }
  })

  test('replaces the second factor where the device has verified its user, and only there', async () => {
    const { user, device } = await withPasskey()
    await spendSecondFactor(user)
    const verified = holdall.visitor()
    expect((await signIn(verified, device)).body).toEqual({ two_factor: false })
    expect((await verified.get('/api/user')).status).toBe(200)
    device.isUserVerified = false
    const touched = holdall.visitor()
    expect((await signIn(touched, device)).body).toEqual({ two_factor: true })
    expect((await touched.get('/api/user')).status).toBe(401)
  })

  test.each([
    ['for another origin', { origin: 'https://evil.example' }, {}],
    ['for another site', {}, { rpId: 'evil.example' }],
    ['for a challenge of somebody else', {}, { challenge: Buffer.from('a.b.c').toString('base64url') }],
    ['that is a registration', {}, { type: 'webauthn.create' }],
    ['for another account', {}, { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['by an unknown credential', {}, { credentialId: Buffer.alloc(32, 7) }],
  ])('is refused %s', async (_what, state, falsified) => {
    const { device } = await withPasskey()
    Object.assign(device, state)
    const visitor = holdall.visitor()
    const answer = await signIn(visitor, device, falsified)
    expect([answer.status, answer.body.code]).toEqual([422, 'passkey-refused'])
    expect((await visitor.get('/api/user')).status).toBe(401)
  })

  test('is refused with the signature of the passkey of another account', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const visitor = holdall.visitor()
    const options = await optionsFor(visitor)
    const [own, other] = [mine.device.get(options), theirs.device.get(options)]
    const swapped = { ...other, response: { ...own.response, userHandle: other.response.userHandle } }
    expect((await present(visitor, swapped)).body.code).toBe('passkey-refused')
    const { signature, ...rest } = own.response
    const forged = { ...own, response: { ...rest, signature: `${signature.slice(0, -8)}AAAAAAAA` } }
    expect((await present(visitor, forged)).body.code).toBe('passkey-refused')
  })

  test('accepts each answer once, of two at the same time too', async () => {
    const { device } = await withPasskey({ counter: null })
    const visitor = holdall.visitor()
    const credential = device.get(await optionsFor(visitor))
    const answers = await Promise.all([1, 2, 3].map(() => present(visitor, credential)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test('accepts a challenge in the browser that got it, for five minutes', async () => {
    const { device } = await withPasskey()
    const [visitor, other] = [holdall.visitor(), holdall.visitor()]
    const credential = device.get(await optionsFor(visitor))
    expect((await present(other, credential)).body.code).toBe('passkey-refused')
    await optionsFor(other)
    expect((await present(other, credential)).body.code).toBe('passkey-refused')
    // Another tab of the browser does not make it invalid.
    await optionsFor(visitor)
    expect((await present(visitor, credential)).status).toBe(200)
    const old = device.get(await optionsFor(visitor))
    holdall.clock.advance(5 * minute)
    const answer = await present(visitor, old)
    expect([answer.status, answer.body.code]).toEqual([410, 'passkey-expired'])
  })

  test('is refused where the counter has gone back, and the owner is told, by mail too', async () => {
    const { user, device } = await withPasskey({ counter: 5 })
    const copy = { ...device }
    expect((await signIn(holdall.visitor(), device)).status).toBe(200)
    device.counter = copy.counter
    const visitor = holdall.visitor()
    expect((await signIn(visitor, device)).body.code).toBe('passkey-refused')
    expect((await visitor.get('/api/user')).status).toBe(401)
    expect(await titlesOf(user)).toContain('A sign-in was stopped')
    await holdall.services.jobs.runDue()
    const stopped = mails.filter(({ to, subject }) => to === user.email && subject.startsWith('A sign-in'))
    expect(stopped).toHaveLength(1)
  })

  test('tells the owner nothing where the signature is wrong: others could send that', async () => {
    const { user, device } = await withPasskey({ counter: 5 })
    const visitor = holdall.visitor()
    const credential = device.get(await optionsFor(visitor))
    device.counter = 0
    const forged = { ...credential, response: { ...credential.response, signature: 'AAAA' } }
    expect((await present(visitor, forged)).body.code).toBe('passkey-refused')
    expect(await titlesOf(user)).not.toContain('A sign-in was stopped')
  })

  test('is refused to an account whose address is not confirmed, and to a deleted one', async () => {
    const { db } = holdall.services
    const { user, device } = await withPasskey()
    const change = (values: { verified_at?: number | null; deleted_at?: number }) =>
      db.updateTable('users').set(values).where('id', '=', user.userId).execute()
    await change({ verified_at: null })
    const visitor = holdall.visitor()
    expect((await signIn(visitor, device)).body.code).toBe('not-verified')
    await change({ verified_at: 1, deleted_at: 1 })
    expect((await signIn(visitor, device)).body.code).toBe('passkey-refused')
    expect((await visitor.get('/api/user')).status).toBe(401)
  })

  test('is refused once the passkey is removed; sessions that began with it stay', async () => {
    const { user, device } = await withPasskey()
    const visitor = holdall.visitor()
    await signIn(visitor, device)
    const [{ id }] = (await user.get('/api/user/passkeys')).body.data
    expect((await user.delete(`/api/user/passkeys/${id}`)).status).toBe(204)
    expect((await signIn(holdall.visitor(), device)).body.code).toBe('passkey-refused')
    expect((await visitor.get('/api/user')).status).toBe(200)
  })

  test('stays possible after a change of the password, which ends the sessions', async () => {
    const { user, device } = await withPasskey()
    await holdall.services.db
      .updateTable('users')
      .set(({ eb }) => ({ password_version: eb('password_version', '+', 1) }))
      .where('id', '=', user.userId)
      .execute()
    expect((await user.get('/api/user')).status).toBe(401)
    expect((await signIn(holdall.visitor(), device)).status).toBe(200)
  })

  test('is refused as often as a wrong password, and then has to wait', async () => {
    const { device } = await withPasskey()
    const visitor = holdall.visitor()
    for (let n = 0; n < 8; n++) await signIn(visitor, device, { rpId: 'evil.example' })
    expect((await signIn(visitor, device)).body.code).toBe('throttled')
  })

  test('the cookie of the browser is for these calls only, and answered challenges are deleted', async () => {
    const { device } = await withPasskey()
    const visitor = holdall.visitor()
    const { raw } = await visitor.post('/api/passkeys/options')
    expect([raw.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^holdall_passkey=[\w-]{22}; Path=\/api\/passkeys; HttpOnly; SameSite=Strict$/),
    ])
    await signIn(visitor, device)
    const used = () => holdall.services.db.selectFrom('used_challenges').selectAll().execute()
    expect(await used()).not.toEqual([])
    holdall.clock.advance(day)
    await holdall.services.jobs.runDue()
    expect(await used()).toEqual([])
  })
})
