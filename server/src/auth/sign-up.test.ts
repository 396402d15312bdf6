import { testApp, type TestApp, testPassword } from '../testing/test-app.ts'

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
  it('is refused while the operator has closed it', async () => {
    await holdall.services.settings.set('registration.allowed', false)
    const { status, body } = await holdall.visitor().post('/api/register', person('closed@example.com'))
    expect([status, body.code]).toEqual([403, 'registration-closed'])
    await holdall.services.settings.set('registration.allowed', true)
  })

  it('is refused before the installation: the first account is the owner’s', async () => {
    const fresh = await testApp({ installed: false })
    const { body } = await fresh.visitor().post('/api/register', person('early@example.com'))
    expect(body.code).toBe('registration-closed')
    await fresh.close()
  })

  it('tells each field that needs another look', async () => {
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

  it('takes an address once, in any case, also when two ask at once', async () => {
    const answers = await Promise.all(
      ['Twice@example.com', 'twice@Example.com'].map((email) => holdall.visitor().post('/api/register', person(email))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    const { db } = holdall.services
    const rows = await db.selectFrom('users').select('id').where('email', '=', 'twice@example.com').execute()
    expect(rows).toHaveLength(1)
  })

  it('makes a user with settings and one home, signed in, and no admin', async () => {
    const client = holdall.visitor()
    const answer = await client.post('/api/register', person('ada@example.com', { role: 'admin', quota_bytes: 1 }))
    expect([answer.status, answer.body]).toEqual([201, { verification: 'none' }])
    const { data } = (await client.get('/api/user')).body
    expect(data.attributes).toMatchObject({ role: 'user', verified: true, storage: { used: 0, capacity: null } })
    const root = await holdall.services.db
      .selectFrom('entries')
      .innerJoin('spaces', 'spaces.root_id', 'entries.id')
      .select(['entries.kind', 'spaces.kind as of'])
      .where('spaces.owner_id', '=', data.id)
      .execute()
    expect(root).toEqual([{ kind: 'root', of: 'home' }])
  })
})
