import { testApp, type TestApp, testPassword } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

describe('sign-in', () => {
  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await holdall.signUp()
    const wrong = await holdall.visitor().post('/login', { email, password: 'not this one' })
    const unknown = await holdall.visitor().post('/login', { email: 'nobody@example.com', password: 'not this one' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'bad-credentials'])
    expect(unknown.body).toEqual(wrong.body)
  })

  it('sets a cookie that scripts cannot read, under which the user is known', async () => {
    const { email, userId } = await holdall.signUp()
    const client = holdall.visitor()
    const answer = await client.post('/login', { email, password: testPassword })
    expect(answer.raw.headers['set-cookie']).toMatch(
      /^holdall_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await client.get('/api/user')).body.data.id).toBe(userId)
  })
})
