import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

const person = (email: string, more: object = {}) => ({
  name: 'Ada',
  email,
  password: testPassword,
  password_confirmation: testPassword,
  ...more,
})

describe('sign-up', () => {
  test('is refused while the operator has closed it', async () => {
    await holdall.services.settings.set('registration.allowed', false)
    const { status, body } = await holdall.visitor().post('/api/register', person('closed@example.com'))
    expect([status, body.code]).toEqual([403, 'registration-closed'])
    await holdall.services.settings.set('registration.allowed', true)
  })

  test('is refused before the installation: the first account is the owner’s', async () => {
    const fresh = await testApp({ installed: false })
    const { body } = await fresh.visitor().post('/api/register', person('early@example.com'))
    expect(body.code).toBe('registration-closed')
    await fresh.close()
  })

  test('names each invalid field', async () => {
    const { status, body } = await holdall
      .visitor()
      .post('/api/register', { name: ' ', email: 'nobody', password: 'short', password_confirmation: 'short' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'validation',
      errors: {
        name: ['Enter a name.'],
        email: ['Enter a valid e-mail address.'],
        password: ['Use at least 8 characters.'],
      },
    })
    const differs = person('differs@example.com', { password_confirmation: 'something else' })
    expect((await holdall.visitor().post('/api/register', differs)).body.errors).toEqual({
      password_confirmation: ['The passwords differ.'],
    })
  })

  test.each([
    'nobody',
    '@example.com',
    'a@',
    'a@example',
    'a b@example.com',
    'a@exa mple.com',
    'foo<x@evil.org>',
    '<x@evil.org>',
    'x@evil.org,root',
    'x@evil.org;root@example.com',
    'group:x@evil.org;',
    '"x y"@evil.org',
    'x@evil.org(comment)',
    'x@[127.0.0.1].example',
    'x\\y@evil.org',
    'x@evil.org\r\nBcc: y@evil.org',
    'x\0@evil.org',
    'x\u202e@evil.org',
    'x@evil..org',
    'x@.org',
    'x@evil.',
    `x@${'y'.repeat(252)}.z`,
  ])('refuses %j as an e-mail address', async (email) => {
    const { status, body } = await holdall.visitor().post('/api/register', person(email))
    expect([status, body.errors]).toEqual([422, { email: ['Enter a valid e-mail address.'] }])
  })

  test.each(["o'brien@example.com", 'a+b@sub.example.co.uk', 'jürgen@straße.example'])(
    'accepts %j as an e-mail address',
    async (email) => {
      expect((await holdall.visitor().post('/api/register', person(email))).status).toBe(201)
    },
  )

  test.each([
    ['a line end', 'Ada\r\n\r\nBuy now'],
    ['NUL', 'A\0da'],
    ['a right-to-left override', 'Ada\u202eadA'],
    ['an isolate', 'Ada\u2067'],
    ['a line separator', 'Ada\u2028Buy now'],
    ['half a surrogate pair', 'Ada\ud800'],
    ['joiners only', '\u200d\u200d'],
    ['a Hangul filler only', '\u3164'],
    ['256 characters', 'x'.repeat(256)],
  ])('refuses a name with %s', async (_what, name) => {
    const answer = await holdall.visitor().post('/api/register', person('name@example.com', { name }))
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['name']])
  })

  test.each(['Ada Lovelace', 'نازنین می\u200cخواهم', '王秀英', 'Dr. Zoë O’Hara-Núñez'])(
    'accepts the name %s',
    async (name) => {
      const email = `${Buffer.from(name).toString('hex').slice(0, 40)}@example.com`
      expect((await holdall.visitor().post('/api/register', person(email, { name }))).status).toBe(201)
    },
  )

  test('accepts an address once, in upper or lower case, also in two requests at once', async () => {
    const answers = await Promise.all(
      ['Twice@example.com', 'twice@Example.com'].map((email) => holdall.visitor().post('/api/register', person(email))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    const { db } = holdall.services
    const rows = await db.selectFrom('users').select('id').where('email', '=', 'twice@example.com').execute()
    expect(rows).toHaveLength(1)
  })

  test('creates a user with settings and one home, signed in, who is not an admin', async () => {
    const client = holdall.visitor()
    const answer = await client.post('/api/register', person('ada@example.com', { role: 'admin', quota_bytes: 1 }))
    expect([answer.status, answer.body]).toEqual([201, { verification: 'none' }])
    const { data } = (await client.get('/api/user')).body
    expect(data.attributes).toMatchObject({ role: 'user', verified: false, storage: { used: 0, capacity: null } })
    const root = await holdall.services.db
      .selectFrom('entries')
      .innerJoin('spaces', 'spaces.root_id', 'entries.id')
      .select(['entries.kind', 'spaces.kind as of'])
      .where('spaces.owner_id', '=', data.id)
      .execute()
    expect(root).toEqual([{ kind: 'root', of: 'home' }])
  })
})
