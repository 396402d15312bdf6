import type { ServerResponse } from 'node:http'
import { noSignInProviders } from '../../infrastructure/config/sign-in-providers.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import type { Client } from '../../testing/client.ts'
import { client as credentials, fakeProvider, type FakeProvider, type Said } from '../../testing/fake-provider.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const publicUrl = 'https://files.example.com'
const asSigned = { email: 'person@example.com', email_verified: true, name: 'Person' } as const
const apps: TestApp[] = []
let provider: FakeProvider
let count = 0
beforeAll(async () => {
  provider = await fakeProvider()
})
afterEach(async () => {
  provider.metadata = {}
  provider.broken = null
  provider.meanwhile = null
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => provider.close())

/** Its knowledge of providers is not older than it is. */
async function freshApp({ isAllowed = true } = {}): Promise<TestApp> {
  const { origin, authority } = provider
  const oauth = { issuer: origin, authorize: `${origin}/authorize`, token: `${origin}/token` }
  const app = await testApp({
    config: {
      publicUrl,
      outgoingAllow: isAllowed ? parseOutgoingAllow(authority)! : [],
      signInProviders: {
        ...noSignInProviders,
        oidc: { ...credentials, issuer: origin, name: 'Directory' },
        github: credentials,
        facebook: credentials,
      },
    },
    signInProviders: {
      github: { ...oauth, user: `${origin}/user`, emails: `${origin}/user/emails` },
      facebook: { ...oauth, user: `${origin}/me?fields=id,name,email` },
    },
  })
  apps.push(app)
  return app
}

async function signInBy(
  browser: Client,
  said: Said,
  name = 'oidc',
  change = (query: string) => query,
): Promise<string> {
  const { status, body } = await browser.get(`/api/socialite/${name}/redirect`)
  if (status !== 200) return body.code
  const query = change(provider.authorise(body.data.url, said))
  return String((await browser.get(`/socialite/${name}/callback${query}`)).raw.headers['location'])
}
const refusal = (reason: string, name = 'oidc') => `/sign-in/refused?reason=${reason}&provider=${name}`
const person = (said: Said = {}): Said => ({ ...asSigned, sub: `p${++count}`, email: `p${count}@example.com`, ...said })
const hour = 3600
const now = () => Math.floor(Date.now() / 1000)

describe('an OpenID Connect provider that', () => {
  const lies: Readonly<Record<string, Said>> = {
    'names another issuer': { claims: { iss: 'https://accounts.example' } },
    'names another audience': { claims: { aud: 'somebody-else' } },
    'names several audiences and another party': { claims: { aud: [credentials.clientId, 'x'], azp: 'x' } },
    'answers another nonce': { claims: { nonce: 'x' } },
    'answers no nonce': { claims: { nonce: undefined } },
    'signs with a key that is not its own': { isForged: true },
    'answers a token that has expired': { claims: { iat: now() - 2 * hour, exp: now() - hour } },
    'answers no subject': { claims: { sub: undefined } },
    'answers an empty subject': { claims: { sub: '' } },
    'tells of somebody else where it is asked about the person': { claims: { email: undefined }, userInfoSub: 'other' },
    'answers no ID token': {
      token: (response) => json(response, { access_token: 'x', token_type: 'bearer' }),
    },
    'answers an unsigned token': {
      token: (response) =>
        json(response, { access_token: 'x', token_type: 'bearer', id_token: 'eyJhbGciOiJub25lIn0.e30.' }),
    },
    'answers something that is no JSON': { token: (response) => void response.writeHead(200).end('<html>') },
    'answers with very much': { token: (response) => void response.writeHead(200).end('x'.repeat(300_000)) },
    'redirects the call for the token': {
      token: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    },
  }
  test.each(Object.entries(lies))('%s signs nobody in', async (_, said) => {
    const app = await freshApp()
    const browser = app.visitor()
    const known = person()
    expect(await signInBy(app.visitor(), known)).toBe('/platform/files')
    expect(await signInBy(browser, { ...known, ...said })).toBe(refusal('invalid'))
    expect((await browser.get('/api/user')).status).toBe(401)
    expect(app.log.filter((line) => line.includes('a sign-in by a provider was refused'))).toHaveLength(1)
    expect(app.log.join('')).not.toMatch(/the-secret-of-the-client|code-\d|token-\d|eyJ/)
  })

  test.each([
    ['another issuer', { issuer: 'https://accounts.example' }],
    ['an issuer on another path', { issuer: `http://127.0.0.1/other` }],
  ])('describes itself with %s is not used', async (_, metadata) => {
    provider.metadata = metadata
    const app = await freshApp()
    expect(await signInBy(app.visitor(), person())).toBe('provider-unavailable')
  })

  test('answers as another issuer in the address of the callback signs nobody in', async () => {
    const app = await freshApp()
    const answer = await signInBy(app.visitor(), person(), 'oidc', (query) => `${query}&iss=https%3A%2F%2Fevil.example`)
    expect(answer).toBe(refusal('invalid'))
  })

  test.each(['HS256', 'none'])('allows %s signatures is not believed', async (algorithm) => {
    provider.metadata = { id_token_signing_alg_values_supported: ['RS256', algorithm] }
    const app = await freshApp()
    const header = Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url')
    const claims = { iss: provider.origin, aud: credentials.clientId, iat: now(), exp: now() + hour, sub: 'x' }
    const id_token = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    const said = {
      token: (response: ServerResponse) => json(response, { access_token: 'x', token_type: 'bearer', id_token }),
    }
    expect(await signInBy(app.visitor(), person(said))).toBe(refusal('invalid'))
  })

  const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'answers 500': (response) => void response.writeHead(500).end(),
    'closes the connection': (response) => void response.destroy(),
    'breaks off within its answer': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{')
      setImmediate(() => response.destroy())
    },
  }
  test('never ends its answer is not read for longer than an answer may be', async () => {
    const app = await freshApp()
    const browser = app.visitor()
    const { body } = await browser.get('/api/socialite/oidc/redirect')
    const query = provider.authorise(body.data.url, person())
    let sentBytes = 0
    provider.broken = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).on('error', () => undefined)
      const piece = ' '.repeat(64 * 1024)
      const more = () => {
        do sentBytes += piece.length
        while (!response.destroyed && response.write(piece))
      }
      response.on('drain', more)
      more()
    }
    const answer = await browser.get(`/socialite/oidc/callback${query}`)
    expect(answer.raw.headers['location']).toBe(refusal('invalid'))
    expect(sentBytes).toBeLessThan(20 * 1024 * 1024)
  })

  test.each(Object.entries(failures))('%s is not available', async (_, broken) => {
    const app = await freshApp()
    const browser = app.visitor()
    provider.broken = broken
    expect(await signInBy(browser, person())).toBe('provider-unavailable')
    // Once it answers again.
    provider.broken = null
    const url = (await browser.get('/api/socialite/oidc/redirect')).body.data.url as string
    const query = provider.authorise(url, person())
    provider.broken = broken
    const { raw } = await browser.get(`/socialite/oidc/callback${query}`)
    expect(raw.headers['location']).toBe(refusal('unavailable'))
  })

  test('is at a private address is reached only where the operator allows it', async () => {
    const app = await freshApp({ isAllowed: false })
    const sent = provider.calls.length
    expect(await signInBy(app.visitor(), person())).toBe('provider-unavailable')
    expect(provider.calls).toHaveLength(sent)
  })

  test('tells the address elsewhere is asked there', async () => {
    const app = await freshApp()
    const browser = app.visitor()
    const said = person({ claims: { email: undefined, email_verified: undefined } })
    expect(await signInBy(browser, said)).toBe('/platform/files')
    expect((await browser.get('/api/user')).body.data.attributes.email).toBe(said.email)
  })

  test.each([undefined, false, 'true', 1, null])(
    'says %j of the address has not verified it',
    async (email_verified) => {
      const app = await freshApp()
      expect(await signInBy(app.visitor(), person({ email_verified }))).toBe(refusal('not-verified'))
    },
  )

  test.each(['', 'no address', 'a@b.example, c@d.example', `${'x'.repeat(300)}@example.com`])(
    'says %j is the address creates no account',
    async (email) => {
      const app = await freshApp()
      expect(await signInBy(app.visitor(), person({ email }))).toBe(refusal('no-email'))
    },
  )

  test.each(['<b>bold</b>', '\u202eevil', 'line\nend', 'x'.repeat(5000), ''])('names a person %j', async (name) => {
    const app = await freshApp()
    const browser = app.visitor()
    const said = person({ name })
    expect(await signInBy(browser, said)).toBe('/platform/files')
    const shown = (await browser.get('/api/user')).body.data.attributes.name as string
    // As it is where it can be the name of a person, else the first part of the address.
    expect(shown).toBe(name === '<b>bold</b>' ? name : said.email!.split('@')[0])
  })
})

describe('GitHub', () => {
  const github = (emails: Said['emails']): Said => ({ id: ++count, name: 'Mona', emails: emails ?? [] })
  const address = (email: string, verified = true, primary = true) => ({ email, verified, primary })

  test('signs in by its verified primary address', async () => {
    const app = await freshApp()
    const browser = app.visitor()
    const said = github([address('other@example.com', true, false), address('mona@example.com')])
    expect(await signInBy(browser, said, 'github')).toBe('/platform/files')
    expect((await browser.get('/api/user')).body.data.attributes).toMatchObject({
      email: 'mona@example.com',
      name: 'Mona',
    })
    const again = app.visitor()
    expect(await signInBy(again, { ...said, emails: [address('new@example.com', false)] }, 'github')).toBe(
      '/platform/files',
    )
  })

  test.each([
    ['no address', [], 'no-email'],
    ['no primary address', [address('mona@example.com', true, false)], 'no-email'],
    ['a primary address that is not verified', [address('mona@example.com', false)], 'not-verified'],
    ['another answer', { message: 'Not Found' }, 'invalid'],
  ])('with %s signs nobody in', async (_, emails, reason) => {
    const app = await freshApp()
    expect(await signInBy(app.visitor(), github(emails as Said['emails']), 'github')).toBe(refusal(reason, 'github'))
  })

  test('that answers an error in place of a token signs nobody in', async () => {
    const app = await freshApp()
    const token = (response: ServerResponse) => json(response, { error: 'bad_verification_code' })
    expect(await signInBy(app.visitor(), { ...github([]), token }, 'github')).toBe(refusal('invalid', 'github'))
  })
})

test('an address that Facebook tells does not count as verified; who has linked it signs in', async () => {
  const app = await freshApp()
  const said = { id: '10', name: 'Mark', email: 'mark@example.com' }
  expect(await signInBy(app.visitor(), said, 'facebook')).toBe(refusal('not-verified', 'facebook'))
  const user = await app.signUp()
  const { body } = await user.post('/api/socialite/facebook/link')
  const linked = await user.get(`/socialite/facebook/callback${provider.authorise(body.data.url, said)}`)
  expect(linked.raw.headers['location']).toBe('/user/settings/password?linked=facebook')
  const browser = app.visitor()
  expect(await signInBy(browser, said, 'facebook')).toBe('/platform/files')
  expect((await browser.get('/api/user')).body.data.id).toBe(user.userId)
})

test('a session that ends while the provider answers links nothing', async () => {
  const app = await freshApp()
  const user = await app.signUp()
  const owner = app.visitor()
  await owner.post('/login', { email: user.email, password: testPassword })
  const { body } = await user.post('/api/socialite/oidc/link')
  provider.meanwhile = () => owner.delete('/api/user/sessions')
  const callback = await user.get(`/socialite/oidc/callback${provider.authorise(body.data.url, person())}`)
  expect(callback.raw.headers['location']).toBe(refusal('session-ended'))
  expect((await owner.get('/api/user/linked-sign-ins')).body.data).toEqual([])
})

test('a password that is changed while a link is confirmed by it links nothing', async () => {
  const app = await freshApp()
  const user = await app.signUp()
  const browser = app.visitor()
  expect(await signInBy(browser, person({ email: user.email }))).toBe('/sign-in/link')
  const { transact } = app.services
  const change = { current: testPassword, password: 'another long password' }
  jest.spyOn(app.services, 'transact').mockImplementationOnce(async (work) => {
    await user.post('/api/user/password', { ...change, password_confirmation: change.password })
    return transact(work)
  })
  const answer = await browser.post('/api/socialite/pending', { email: user.email, password: testPassword })
  expect([answer.status, answer.body.code]).toEqual([422, 'bad-credentials'])
  expect((await user.get('/api/user/linked-sign-ins')).body.data).toEqual([])
})

test('a callback of another provider than the one that was begun is refused', async () => {
  const app = await freshApp()
  const browser = app.visitor()
  const { body } = await browser.get('/api/socialite/github/redirect')
  const query = provider.authorise(body.data.url, person())
  expect((await browser.get(`/socialite/oidc/callback${query}`)).raw.headers['location']).toBe(refusal('expired'))
})

test('a provider that is not configured does not exist', async () => {
  const app = await freshApp()
  for (const name of ['google', 'myspace']) {
    expect((await app.visitor().get(`/api/socialite/${name}/redirect`)).body.code).toBe('not-found')
  }
})

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
