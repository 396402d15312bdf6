import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

describe('sign-in', () => {
  test('gives the same answer to a wrong password and an unknown address', async () => {
    const { email } = await holdall.signUp()
    const wrong = await holdall.visitor().post('/login', { email, password: 'not this one' })
    const unknown = await holdall.visitor().post('/login', { email: 'nobody@example.com', password: 'not this one' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'bad-credentials'])
    expect(unknown.body).toEqual(wrong.body)
  })

  test('refuses a deleted user', async () => {
    const { email, userId } = await holdall.signUp()
    await holdall.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', userId).execute()
    expect((await holdall.visitor().post('/login', { email, password: testPassword })).body.code).toBe(
      'bad-credentials',
    )
  })

  test('does not hash what is longer than any password', async () => {
    const { status } = await holdall.visitor().post('/login', { email: 'a@b.example', password: 'x'.repeat(257) })
    expect(status).toBe(422)
  })

  test('sets a cookie that scripts cannot read, under which the user is known', async () => {
    const { email, userId } = await holdall.signUp()
    const client = holdall.visitor()
    const answer = await client.post('/login', { email: email.toUpperCase(), password: testPassword })
    expect([answer.raw.headers['set-cookie']].flat()[0]).toMatch(
      /^holdall_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await client.get('/api/user')).body.data.id).toBe(userId)
  })

  test('answers many users who sign in within the same minute', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, () => holdall.signUp()))
    const again = await Promise.all(
      users.map(({ email }) => holdall.visitor().post('/login', { email, password: testPassword })),
    )
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('has no endpoint that says whether an address has an account', async () => {
    const { email } = await holdall.signUp()
    const { status, body } = await holdall.visitor().post('/api/user/check', { email, password: testPassword })
    expect([status, body.code]).toEqual([404, 'not-found'])
  })
})
