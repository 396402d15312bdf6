import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import type { Client } from '../../testing/client.ts'
import { oidcServer, type OidcServer } from '../../testing/oidc-server.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { noSignInProviders } from '../../infrastructure/config/sign-in-providers.ts'

const publicUrl = 'https://files.example.com'
let provider: OidcServer
let holdall: TestApp
let count = 0
beforeAll(async () => {
  provider = await oidcServer(`${publicUrl}/socialite/oidc/callback`)
  const { issuer, clientId, clientSecret, authority } = provider
  holdall = await testApp({
    config: {
      publicUrl,
      outgoingAllow: parseOutgoingAllow(authority)!,
      signInProviders: { ...noSignInProviders, oidc: { issuer, clientId, clientSecret, name: 'Directory' } },
    },
  })
})
afterAll(async () => {
  await holdall.close()
  await provider.close()
})

/** A person of the provider; `email` is verified there. */
function person(details: { email?: string; email_verified?: boolean } = {}): string {
  const login = `login-${++count}`
  provider.people.set(login, {
    email: `${login}@example.com`,
    email_verified: true,
    name: `Person ${count}`,
    ...details,
  })
  return login
}

/** Where the browser is sent at the end. */
async function signInBy(browser: Client, login: string | null, redirect = ''): Promise<string> {
  const { body } = await browser.get(`/api/socialite/oidc/redirect${redirect}`)
  return come(browser, body.data.url, login)
}
async function come(browser: Client, url: string, login: string | null): Promise<string> {
  const { pathname, search } = await provider.authorise(url, login)
  const { status, raw } = await browser.get(pathname + search, { 'sec-fetch-site': 'cross-site' })
  expect([status, raw.headers['cache-control']]).toEqual([302, 'no-store'])
  return String(raw.headers['location'])
}
async function link(user: SignedIn, login: string): Promise<string> {
  const { status, body } = await user.post('/api/socialite/oidc/link')
  expect([status, body]).toMatchObject([200, {}])
  return come(user, body.data.url, login)
}
const refusal = (reason: string) => `/sign-in/refused?reason=${reason}&provider=oidc`
const linksOf = async (user: Client) => (await user.get('/api/user/linked-sign-ins')).body

describe('a sign-in by an OpenID Connect provider', () => {
  test('creates an account without a password, and signs in to it again', async () => {
    const login = person()
    const browser = holdall.visitor()
    expect(await signInBy(browser, login)).toBe('/platform/files')
    const user = (await browser.get('/api/user')).body.data
    expect(user.attributes).toMatchObject({
      email: `${login}@example.com`,
      name: `Person ${count}`,
      verified: true,
      has_password: false,
    })
    expect(await linksOf(browser)).toMatchObject({
      data: [
        { attributes: { provider: 'oidc', provider_name: 'Directory', email: `${login}@example.com`, usable: true } },
      ],
    })
    for (const password of ['', 'x', testPassword]) {
      const answer = await holdall.visitor().post('/login', { email: `${login}@example.com`, password })
      expect(answer.body.code).toBe(password === '' ? 'validation' : 'bad-credentials')
    }

    const again = holdall.visitor()
    expect(await signInBy(again, login)).toBe('/platform/files')
    expect((await again.get('/api/user')).body.data.id).toBe(user.id)
  })

  test('goes to the page that was asked for, on this site only', async () => {
    const login = person()
    expect(await signInBy(holdall.visitor(), login, '?redirect=%2Fuser%2Fprofile%3Fa%3D1')).toBe('/user/profile?a=1')
    for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const query = `?redirect=${encodeURIComponent(target)}`
      expect(await signInBy(holdall.visitor(), login, query)).toBe('/platform/files')
    }
  })

  test('asks for the password of an account with that address before it is linked', async () => {
    const user = await holdall.signUp()
    const login = person({ email: user.email.toUpperCase() })
    const browser = holdall.visitor()
    expect(await signInBy(browser, login, '?redirect=%2Fplatform%2Ftrash')).toBe(
      '/sign-in/link?redirect=%2Fplatform%2Ftrash',
    )
    expect((await browser.get('/api/user')).status).toBe(401)
    expect((await browser.get('/api/socialite/pending')).body.data).toEqual({
      id: 'oidc',
      type: 'pending-link',
      attributes: { provider_name: 'Directory', email: user.email },
    })
    const confirm = (client: Client, password: string, email = user.email) =>
      client.post('/api/socialite/pending', { email, password })
    expect((await confirm(browser, 'wrong')).body.code).toBe('bad-credentials')
    // Another account than the one that the provider named, and another browser.
    const other = await holdall.signUp()
    expect((await confirm(browser, testPassword, other.email)).body.code).toBe('link-expired')
    expect((await confirm(holdall.visitor(), testPassword)).body.code).toBe('link-expired')
    expect((await linksOf(user)).data).toEqual([])

    expect(await confirm(browser, testPassword)).toMatchObject({ status: 200, body: { two_factor: false } })
    expect((await browser.get('/api/user')).body.data.id).toBe(user.userId)
    expect((await linksOf(user)).data).toHaveLength(1)
    const notices = (await user.get('/api/notifications')).body.data as { attributes: { title: string } }[]
    expect(notices.map(({ attributes }) => attributes.title)).toContain('Sign-in with Directory added')
    // Once.
    expect((await confirm(browser, testPassword)).body.code).toBe('link-expired')
    expect((await browser.get('/api/socialite/pending')).body.code).toBe('link-expired')

    const again = holdall.visitor()
    expect(await signInBy(again, login)).toBe('/platform/files')
    expect((await again.get('/api/user')).body.data.id).toBe(user.userId)
  })

  test('what waits for a password expires', async () => {
    const user = await holdall.signUp()
    const browser = holdall.visitor()
    await signInBy(browser, person({ email: user.email }))
    holdall.clock.advance(10 * 60_000)
    const answer = await browser.post('/api/socialite/pending', { email: user.email, password: testPassword })
    expect(answer.body.code).toBe('link-expired')
  })

  test('what waits for a password ends with the provider that it came from', async () => {
    const user = await holdall.signUp()
    const browser = holdall.visitor()
    await signInBy(browser, person({ email: user.email }))
    // The operator has configured another one since.
    const { db } = holdall.services
    await db
      .updateTable('pending_links')
      .set({ issuer: 'https://former.example' })
      .where('user_id', '=', user.userId)
      .execute()
    expect((await browser.get('/api/socialite/pending')).body.code).toBe('link-expired')
    const answer = await browser.post('/api/socialite/pending', { email: user.email, password: testPassword })
    expect(answer.body.code).toBe('link-expired')
    expect((await linksOf(user)).data).toEqual([])
  })

  test('wrong passwords are counted together with those of sign-in', async () => {
    const user = await holdall.signUp()
    const browser = holdall.visitor()
    await signInBy(browser, person({ email: user.email }))
    for (let i = 0; i < 4; i++) await holdall.visitor().post('/login', { email: user.email, password: 'wrong' })
    const answers: string[] = []
    for (let i = 0; i < 5; i++) {
      const { body } = await browser.post('/api/socialite/pending', { email: user.email, password: 'wrong' })
      answers.push(body.code)
    }
    expect(answers.at(-1)).toBe('throttled')
  })

  test('keeps the second factor of the account', async () => {
    const user = await holdall.signUp()
    const login = person({ email: `further-${user.email}` })
    expect(await link(user, login)).toBe('/user/settings/password?linked=oidc')
    const { db, clock } = holdall.services
    await db.updateTable('users').set({ two_factor_confirmed_at: clock.now() }).where('id', '=', user.userId).execute()
    const browser = holdall.visitor()
    expect(await signInBy(browser, login, '?redirect=%2Fuser%2Fprofile')).toBe(
      '/sign-in/two-factor?redirect=%2Fuser%2Fprofile',
    )
    expect((await browser.get('/api/user')).status).toBe(401)

    const pending = holdall.visitor()
    await signInBy(pending, person({ email: user.email }))
    const answer = await pending.post('/api/socialite/pending', { email: user.email, password: testPassword })
    expect(answer.body).toEqual({ two_factor: true })
    expect((await pending.get('/api/user')).status).toBe(401)
  })

  test('creates no account where the provider has not verified the address, and says the same for each address', async () => {
    const user = await holdall.signUp()
    for (const email of [user.email, 'nobody-has-this@example.com']) {
      const browser = holdall.visitor()
      expect(await signInBy(browser, person({ email, email_verified: false }))).toBe(refusal('not-verified'))
      expect((await browser.get('/api/socialite/pending')).body.code).toBe('link-expired')
    }
  })

  test('creates no account where registration is closed, and signs in to those that are linked', async () => {
    const [known, unknown] = [person(), person()]
    await signInBy(holdall.visitor(), known)
    await holdall.services.settings.set('registration.allowed', false)
    expect(await signInBy(holdall.visitor(), unknown)).toBe(refusal('registration-closed'))
    expect(await signInBy(holdall.visitor(), known)).toBe('/platform/files')
    await holdall.services.settings.set('registration.allowed', true)
  })

  test('creates an account for those only who are invited, where that is the rule, and shows them the invitation; for no throw-away address', async () => {
    const { settings } = holdall.services
    await settings.set('registration.mode', 'invitation')
    const [invited, other] = [person(), person()]
    const owner = await holdall.signUp()
    const invitations = [{ email: `${invited}@example.com`, permission: 'can_view' }]
    expect((await owner.post('/api/teams/folders', { name: 'Team', invitations })).status).toBe(201)
    expect(await signInBy(holdall.visitor(), other)).toBe(refusal('invitation-only'))
    const browser = holdall.visitor()
    expect(await signInBy(browser, invited)).toBe('/platform/files')
    expect((await browser.get('/api/notifications')).body.data).toMatchObject([
      { attributes: { category: 'team-invitation' } },
    ])
    await settings.set('registration.mode', 'open')
    expect(await signInBy(holdall.visitor(), person({ email: 'x@mailinator.com' }))).toBe(refusal('disposable-address'))
  })

  test('replaces a sign-up with the address that was never confirmed', async () => {
    const email = 'squatted@example.com'
    const squatter = await holdall.signUp({ email })
    const { db } = holdall.services
    const unused = { verified_at: null, first_sign_in_at: null }
    await db.updateTable('users').set(unused).where('id', '=', squatter.userId).execute()
    const browser = holdall.visitor()
    expect(await signInBy(browser, person({ email }))).toBe('/platform/files')
    expect((await browser.get('/api/user')).body.data).toMatchObject({
      id: squatter.userId,
      attributes: { verified: true },
    })
    const answer = await holdall.visitor().post('/login', { email, password: testPassword })
    expect(answer.body.code).toBe('bad-credentials')
  })

  test('confirms the address of its account, where it was not and the provider has verified it', async () => {
    const login = person()
    const browser = holdall.visitor()
    await signInBy(browser, login)
    const { id } = (await browser.get('/api/user')).body.data as { id: string }
    const { db } = holdall.services
    const isVerified = async () => (await browser.get('/api/user')).body.data.attributes.verified as boolean
    await db.updateTable('users').set({ verified_at: null, usable_unconfirmed: 1 }).where('id', '=', id).execute()
    const own = { email: `${login}@example.com`, email_verified: true, name: 'Person' }
    for (const details of [{ ...own, email_verified: false }, { ...own, email: 'other@example.com' }, own]) {
      provider.people.set(login, details)
      expect(await signInBy(holdall.visitor(), login)).toBe('/platform/files')
      expect(await isVerified()).toBe(details === own)
    }
  })

  test('an account without a password is not asked for one', async () => {
    const login = person()
    await signInBy(holdall.visitor(), login)
    const other = person({ email: `${login}@example.com` })
    expect(await signInBy(holdall.visitor(), other)).toBe(refusal('account-exists'))
  })

  test('says that the person has cancelled', async () => {
    expect(await signInBy(holdall.visitor(), null)).toBe(refusal('denied'))
  })

  test('works once, in the browser that began it, for ten minutes', async () => {
    const login = person()
    const browser = holdall.visitor()
    const begin = async () => (await browser.get('/api/socialite/oidc/redirect')).body.data.url as string
    const url = await begin()
    const { pathname, search } = await provider.authorise(url, login)
    const at = async (client: Client) => (await client.get(pathname + search)).raw.headers['location']
    // Taken by somebody else, it is of no use to either.
    expect(await at(holdall.visitor())).toBe(refusal('expired'))
    expect(await at(browser)).toBe(refusal('expired'))

    expect(await come(browser, await begin(), login)).toBe('/platform/files')
    const late = await begin()
    holdall.clock.advance(10 * 60_000)
    expect(await come(browser, late, login)).toBe(refusal('expired'))
    for (const query of ['', '?state=guess&code=x', '?code=x', `?state=${'x'.repeat(500)}`]) {
      const { status, raw } = await browser.get(`/socialite/oidc/callback${query}`)
      expect([status, raw.headers['location']]).toEqual([302, refusal('expired')])
    }
  })

  test('a code that was used is refused', async () => {
    const login = person()
    const browser = holdall.visitor()
    const first = (await browser.get('/api/socialite/oidc/redirect')).body.data.url as string
    const callback = await provider.authorise(first, login)
    expect((await browser.get(callback.pathname + callback.search)).raw.headers['location']).toBe('/platform/files')
    const second = new URL((await browser.get('/api/socialite/oidc/redirect')).body.data.url)
    callback.searchParams.set('state', second.searchParams.get('state')!)
    const replayed = await browser.get(callback.pathname + callback.search)
    expect(replayed.raw.headers['location']).toBe(refusal('invalid'))
  })

  test('the database has nothing that signs in', async () => {
    const browser = holdall.visitor()
    const url = new URL((await browser.get('/api/socialite/oidc/redirect')).body.data.url)
    const rows = JSON.stringify(await holdall.services.db.selectFrom('sign_in_flows').selectAll().execute())
    const secrets = [
      url.searchParams.get('state')!,
      url.searchParams.get('nonce')!,
      browser.cookies.get('holdall_sign_in')!,
    ]
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(40)
      expect(rows).not.toContain(secret)
      expect(holdall.log.join('')).not.toContain(secret)
    }
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('what has expired is deleted', async () => {
    await holdall.services.jobs.runDue()
    await holdall.visitor().get('/api/socialite/oidc/redirect')
    const user = await holdall.signUp()
    await signInBy(holdall.visitor(), person({ email: user.email }))
    holdall.clock.advance(61 * 60_000)
    await holdall.services.jobs.runDue()
    expect(await holdall.services.db.selectFrom('sign_in_flows').selectAll().execute()).toEqual([])
    expect(await holdall.services.db.selectFrom('pending_links').selectAll().execute()).toEqual([])
  })
})

describe('linked sign-ins', () => {
  test('are changed only after the password was given', async () => {
    const user = await holdall.signUp()
    await link(user, person())
    const [{ id }] = (await linksOf(user)).data
    holdall.clock.advance(16 * 60_000)
    for (const answer of [
      await user.post('/api/socialite/oidc/link'),
      await user.delete(`/api/user/linked-sign-ins/${id}`),
    ]) {
      expect(answer.body.code).toBe('confirmation-required')
    }
  })

  test('are linked by the session that began it only', async () => {
    const user = await holdall.signUp()
    const login = person()
    const begin = async () => (await user.post('/api/socialite/oidc/link')).body.data.url as string
    const url = await begin()
    const session = user.cookies.get('holdall_session')!
    await user.post('/logout')
    expect(await come(user, url, login)).toBe(refusal('session-ended'))
    await user.post('/login', { email: user.email, password: testPassword })
    expect(user.cookies.get('holdall_session')).not.toBe(session)
    const earlier = await begin()
    await user.post('/login', { email: user.email, password: testPassword })
    expect(await come(user, earlier, login)).toBe(refusal('session-ended'))
    expect((await linksOf(user)).data).toEqual([])
    expect(await link(user, login)).toBe('/user/settings/password?linked=oidc')
    // Again changes nothing.
    expect(await link(user, login)).toBe('/user/settings/password?linked=oidc')
    expect((await linksOf(user)).data).toMatchObject([{ attributes: { last_used_at: null } }])
  })

  test('belong to one account, and are seen and removed by its user only', async () => {
    const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
    const login = person()
    await link(ann, login)
    expect(await link(bob, login)).toBe(refusal('linked-elsewhere'))
    const [{ id }] = (await linksOf(ann)).data
    expect((await bob.delete(`/api/user/linked-sign-ins/${id}`)).body.code).toBe('not-found')
    expect((await ann.delete(`/api/user/linked-sign-ins/${id}`)).status).toBe(204)
    expect((await linksOf(ann)).data).toEqual([])
    expect(await link(bob, login)).toBe('/user/settings/password?linked=oidc')
  })

  test('of an account without a password keep the last one', async () => {
    const browser = holdall.visitor()
    await signInBy(browser, person())
    const user = { ...browser, userId: '', email: '' }
    await link(user, person())
    const [first, second] = (await linksOf(user)).data as { id: string }[]
    const removed = await Promise.all([first, second].map((row) => user.delete(`/api/user/linked-sign-ins/${row!.id}`)))
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([204, 422]))
    expect(removed.map(({ body }) => body?.code)).toContain('last-sign-in-method')
    expect((await linksOf(user)).data).toHaveLength(1)
  })

  test('are at most twenty', async () => {
    const user = await holdall.signUp()
    const { db, ids } = holdall.services
    for (let i = 0; i < 20; i++) {
      const row = { id: ids.next(), user_id: user.userId, provider: 'google', issuer: 'https://x.example' } as const
      await db
        .insertInto('linked_sign_ins')
        .values({ ...row, subject: `many-${i}`, email: null, created_at: 0, last_used_at: null })
        .execute()
    }
    expect(await link(user, person())).toBe(refusal('too-many'))
    expect((await linksOf(user)).data[0].attributes).toMatchObject({ provider_name: 'Google', usable: false })
  })
})
