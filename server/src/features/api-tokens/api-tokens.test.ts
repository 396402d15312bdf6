import { MAX_API_TOKENS, tokenScopes } from '@holdall/api'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { day, minute } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import { policies } from '../../infrastructure/throttle/policies.ts'
import type { Client } from '../../testing/client.ts'
import { file } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const url = '/api/user/tokens'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const create = async (user: SignedIn, fields: object = {}) => {
  const { status, body } = await user.post(url, { name: 'Backup script', ...fields })
  expect(status).toBe(201)
  return { token: body.plainTextToken as string, id: body.data.id as string, body }
}
/** A program: it has no cookies. */
const call = (token: string, client: Client = holdall.visitor()) => client.get('/api/user', bearer(token))
const codeOf = async (token: string) => (await call(token)).body.code
const rowOf = (id: string) =>
  holdall.services.db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirst()
const listOf = async (user: SignedIn) => (await user.get(url)).body.data

describe('API tokens of a user', () => {
  test('are refused without a session, and are found by their user only', async () => {
    const [ann, ben] = [await holdall.signUp(), await holdall.signUp()]
    const { id, token } = await create(ann)
    const visitor = holdall.visitor()
    const answers = [
      await visitor.get(url),
      await visitor.post(url, { name: 'a' }),
      await visitor.delete(`${url}/${id}`),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('unauthenticated'))
    expect(await listOf(ben)).toEqual([])
    expect((await ben.delete(`${url}/${id}`)).body.code).toBe('not-found')
    expect((await call(token)).status).toBe(200)
  })

  test('are created by a name, with all scopes and without an expiry, as the specification has it', async () => {
    const ann = await holdall.signUp()
    const { token, id, body } = await create(ann, { name: '  Backup script ' })
    expect(token).toMatch(/^holdall_[\w-]{43}$/)
    expect(body.accessToken).toEqual({
      id,
      name: 'Backup script',
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
    })
    expect(body.data.attributes).toMatchObject({ scopes: tokenScopes, prefix: token.slice(0, 12), expired: false })
    expect((await call(token)).body.data.id).toBe(ann.userId)
  })

  test('are not created by a session whose password was given long ago', async () => {
    const ann = await holdall.signUp()
    holdall.clock.advance(16 * minute)
    expect((await ann.post(url, { name: 'a' })).body.code).toBe('confirmation-required')
    expect((await ann.post('/user/confirm-password', { password: testPassword })).status).toBe(204)
    await create(ann)
  })

  test('are told once: neither the list nor the database has them', async () => {
    const ann = await holdall.signUp()
    const { token, id } = await create(ann)
    const { raw } = await ann.get(url)
    expect(raw.payload).not.toContain(token)
    expect(raw.payload).not.toContain(digest(token))
    expect(JSON.stringify(await rowOf(id))).not.toContain(token)
    for (const made of [id, digest(token), `holdall_${digest(token).slice(0, 43)}`]) {
      expect(await codeOf(made)).toBe('invalid-token')
    }
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
    ['a time that is none', { expires_at: 'tomorrow' }, 'expires_at'],
    ['a past time', { expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    ['a time that is too far away', { expires_at: '2999-01-01T00:00:00.000Z' }, 'expires_at'],
  ])('are not created with %s', async (_what, fields, field) => {
    const ann = await holdall.signUp()
    const { status, body } = await ann.post(url, { name: 'a', ...fields })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation', [field]])
    expect(await listOf(ann)).toEqual([])
  })

  test('are limited, also where two are created at once', async () => {
    const ann = await holdall.signUp()
    const { apiTokens, transact } = holdall.services
    const token = { userId: ann.userId, name: 'n', scopes: [], expiresAtMs: null, passwordVersion: null }
    for (let n = 0; n < MAX_API_TOKENS - 1; n++) await transact((trx) => apiTokens.create(trx, token))
    const answers = await Promise.all([ann.post(url, { name: 'a' }), ann.post(url, { name: 'b' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({
      code: 'too-many-tokens',
      message: 'You can have up to 50 API tokens. Remove one to create another.',
    })
    expect(await listOf(ann)).toHaveLength(MAX_API_TOKENS)
  })

  test('are told to their owner, by a notification and by mail, in their language', async () => {
    const ann = await holdall.signUp({ name: 'Ann' })
    await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
    const { token } = await create(ann)
    await holdall.services.jobs.runDue()
    const sent = mails.filter(({ to }) => to === ann.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['Ein neues API-Token für Holdall'])
    expect(sent[0]!.text).toContain(`„Backup script“ (${token.slice(0, 12)}…)`)
    expect(sent[0]!.text).toContain('https://files.example/user/settings/password')
    expect(JSON.stringify(sent)).not.toContain(token)
    const [notice] = (await ann.get('/api/notifications')).body.data
    expect(notice.attributes).toMatchObject({
      category: 'security',
      title: 'Neues API-Token',
      action: { type: 'route', params: { route: 'Security', button: 'Tokens anzeigen' } },
    })
  })

  test('do not repeat in a mail a name that is no plain one', async () => {
    const ann = await holdall.signUp()
    await create(ann, { name: 'Confirm at www.example.com' })
    await holdall.services.jobs.runDue()
    expect(mails.find(({ to }) => to === ann.email)!.text).not.toContain('example.com ')
    expect(mails.find(({ to }) => to === ann.email)!.text).not.toContain('www.')
  })
})

describe('an API token', () => {
  test('ends when it is removed, and twice is not found', async () => {
    const ann = await holdall.signUp()
    const { token, id } = await create(ann)
    expect((await ann.post(`${url}/${id}`, { _method: 'delete' })).status).toBe(204)
    expect((await ann.delete(`${url}/${id}`)).status).toBe(404)
    const { status, body, raw } = await call(token)
    expect([status, body.code]).toEqual([401, 'invalid-token'])
    expect(raw.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  test('expires, is listed as expired, and is deleted a month later', async () => {
    const ann = await holdall.signUp()
    const { token, id } = await create(ann, { expires_at: new Date(holdall.clock.now() + 7 * day).toISOString() })
    holdall.clock.advance(7 * day - minute)
    expect((await call(token)).status).toBe(200)
    holdall.clock.advance(minute)
    expect(await codeOf(token)).toBe('invalid-token')
    expect((await listOf(ann))[0].attributes).toMatchObject({ expired: true })
    holdall.clock.advance(29 * day)
    await holdall.services.apiTokens.sweep()
    expect(await rowOf(id)).toBeDefined()
    holdall.clock.advance(day)
    await holdall.services.apiTokens.sweep()
    expect(await rowOf(id)).toBeUndefined()
  })

  test('stores its last use at most once a minute', async () => {
    const ann = await holdall.signUp()
    const { token, id } = await create(ann)
    const usedAt = async () => (await rowOf(id))!.last_used_at
    expect(await usedAt()).toBeNull()
    await call(token)
    await until(async () => (await usedAt()) !== null)
    const first = Number(await usedAt())
    holdall.clock.advance(minute / 2)
    await call(token)
    expect(Number(await usedAt())).toBe(first)
    holdall.clock.advance(minute / 2)
    await call(token)
    await until(async () => Number(await usedAt()) > first)
  })

  test('survives a new password, and ends with its user', async () => {
    const ann = await holdall.signUp()
    const { token } = await create(ann)
    const next = 'lake siljan at dawn'
    const form = { current: testPassword, password: next, password_confirmation: next }
    expect((await ann.post('/api/user/password', form)).status).toBe(204)
    expect((await call(token)).status).toBe(200)
    const { clock, db } = holdall.services
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', ann.userId).execute()
    expect(await codeOf(token)).toBe('invalid-token')
  })

  test('is judged alone where the request has a cookie too, of whatever user', async () => {
    const [ann, ben] = [await holdall.signUp(), await holdall.signUp()]
    const { token } = await create(ann)
    expect((await call(token, ben)).body.data.id).toBe(ann.userId)
    expect((await call('holdall_wrong', ben)).body.code).toBe('invalid-token')
    // Another scheme is none of ours: a proxy in front may use it.
    expect((await ben.get('/api/user', { authorization: 'Basic YTpi' })).body.data.id).toBe(ben.userId)
    expect((await ann.get('/api/user', { authorization: `bearer ${token}` })).body.data.id).toBe(ann.userId)
  })

  test('does not write from another site', async () => {
    const ann = await holdall.signUp()
    const { token } = await create(ann)
    const headers = { ...bearer(token), 'sec-fetch-site': 'cross-site' }
    const { body } = await holdall.visitor().post('/api/create-folder', { name: 'a' }, headers)
    expect(body.code).toBe('cross-site')
  })

  test('can be guessed from one address a few times only', async () => {
    const ann = await holdall.signUp()
    const { token } = await create(ann)
    const guesser = holdall.visitor()
    for (let n = 0; n < policies['api-token'].free; n++) {
      expect((await call(`holdall_${String(n).padStart(43, '0')}`, guesser)).body.code).toBe('invalid-token')
    }
    expect((await call(token, guesser)).body.code).toBe('throttled')
    expect((await call(token)).status).toBe(200)
  })

  test('uploads and downloads with the address of the list, as long as it is valid', async () => {
    const ann = await holdall.signUp()
    const { token, id } = await create(ann, { scopes: ['files:read', 'files:write'] })
    const program = holdall.visitor()
    const sent = await program.request({
      method: 'POST',
      url: '/api/upload?name=a.txt',
      headers: { ...bearer(token), 'content-type': 'application/octet-stream' },
      payload: Buffer.from('text'),
    })
    expect(sent.status).toBe(201)
    const { body } = await program.get('/api/browse/folders/all', bearer(token))
    const address: string = body.data[0].attributes.file_url
    expect((await program.get(address, bearer(token))).raw.payload).toBe('text')
    // The address alone opens nothing.
    expect((await program.get(address)).status).toBe(404)
    await ann.delete(`${url}/${id}`)
    expect((await program.get(address, bearer(token))).body.code).toBe('invalid-token')
  })
})

test('on a content origin an address ends with its token, and opens nothing that the token may not read', async () => {
  const separate = await testApp({
    config: { publicUrl: 'https://files.example', contentUrl: 'https://content.example' },
  })
  const ann = await separate.signUp()
  await file(ann, 'a.txt', 'text')
  const created = async (scopes: readonly string[]) => (await ann.post(url, { name: 'a', scopes })).body
  const reader = await created(['files:read'])
  const sharer = await created(['shares'])
  const program = separate.visitor()
  const { body } = await program.get('/api/browse/folders/all', bearer(reader.plainTextToken))
  const address: string = body.data[0].attributes.file_url
  const open = (one: string) => program.request({ method: 'GET', url: one, headers: { host: 'content.example' } })
  expect((await open(address)).raw.payload).toBe('text')
  await ann.post('/api/share', { id: body.data[0].id })
  const shared = (await program.get('/api/browse/share', bearer(sharer.plainTextToken))).body.data
  expect((await open(shared[0].attributes.file_url)).status).toBe(404)
  expect((await ann.delete(`${url}/${reader.data.id}`)).status).toBe(204)
  expect((await open(address)).status).toBe(404)
  await separate.close()
})

describe('a password', () => {
  const signIn = (email: string, password = testPassword, client = holdall.visitor()) =>
    client.post('/api/login', { email, password })

  test('that is wrong is exchanged for nothing', async () => {
    const ann = await holdall.signUp()
    for (const answer of [await signIn(ann.email, 'wrong'), await signIn('nobody@example.com')]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'bad-credentials'])
    }
    expect(await listOf(ann)).toEqual([])
  })

  test('is exchanged for a token, which ends with it and after a month, and signs in no browser', async () => {
    const ann = await holdall.signUp()
    const program = holdall.visitor()
    const { status, body } = await signIn(ann.email, testPassword, program)
    expect([status, body.type, [...program.cookies.keys()]]).toEqual([200, 'success', []])
    const { token, expires_at } = body.data
    expect((await call(token)).body.data.id).toBe(ann.userId)
    expect(Date.parse(expires_at) - holdall.clock.now()).toBeGreaterThan(29 * day)
    expect((await listOf(ann))[0].attributes).toMatchObject({ name: 'Signed in with the password', expires_at })
    const next = 'lake siljan at dawn'
    await ann.post('/api/user/password', { current: testPassword, password: next, password_confirmation: next })
    expect(await codeOf(token)).toBe('invalid-token')
    expect(await listOf(ann)).toEqual([])
  })

  test('is exchanged for nothing where the account has a second factor', async () => {
    const ann = await holdall.signUp()
    const { clock, db } = holdall.services
    await db.updateTable('users').set({ two_factor_confirmed_at: clock.now() }).where('id', '=', ann.userId).execute()
    const { status, body } = await signIn(ann.email)
    expect([status, body.code]).toEqual([403, 'two-factor-required'])
    expect((await signIn(ann.email, 'wrong')).body.code).toBe('bad-credentials')
    expect(await listOf(ann)).toEqual([])
  })

  test('of an address that is not confirmed is exchanged for nothing', async () => {
    const ann = await holdall.signUp()
    await holdall.services.db.updateTable('users').set({ verified_at: null }).where('id', '=', ann.userId).execute()
    expect((await signIn(ann.email)).body.code).toBe('not-verified')
  })

  test('is exchanged for up to ten tokens with a name in the language of the user, of which the oldest is replaced', async () => {
    const ann = await holdall.signUp()
    await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
    const created = await create(ann)
    const tokens: string[] = []
    for (let n = 0; n < 11; n++) {
      holdall.clock.advance(1000)
      tokens.push((await signIn(ann.email)).body.data.token)
    }
    expect(await codeOf(tokens[0]!)).toBe('invalid-token')
    for (const token of [created.token, tokens[1]!, tokens[10]!]) expect((await call(token)).status).toBe(200)
    const listed = (await listOf(ann)) as { attributes: { name: string } }[]
    expect(listed).toHaveLength(11)
    expect(listed.filter(({ attributes }) => attributes.name === 'Anmeldung mit dem Passwort')).toHaveLength(10)
  })
})

test('openapi.json names the scope of each call that a token may make', async () => {
  const { body } = await holdall.visitor().get('/api/openapi.json')
  const { paths, components } = body
  expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(paths['/api/create-folder'].post.security).toEqual([{ session: [] }, { token: ['files:write'] }])
  expect(paths['/api/user/tokens'].post.security).toEqual([{ session: [] }])
  expect(paths['/api/ping'].get.security).toEqual([])
})

describe('signing out', () => {
  test.each(['/api/logout', '/logout'])(
    'at %s with a token removes it, and leaves the session of the cookie',
    async (path) => {
      const ann = await holdall.signUp()
      const { token } = await create(ann)
      expect((await ann.post(path, {}, bearer(token))).status).toBe(204)
      expect(await codeOf(token)).toBe('invalid-token')
      expect((await ann.get('/api/user')).status).toBe(200)
      expect((await ann.post(path, {}, bearer(token))).body.code).toBe('invalid-token')
    },
  )

  test('without a token ends the session, and is no error without one', async () => {
    const ann = await holdall.signUp()
    expect((await ann.post('/api/logout')).status).toBe(204)
    expect((await ann.get('/api/user')).status).toBe(401)
    expect((await ann.post('/api/logout')).status).toBe(204)
  })
})
