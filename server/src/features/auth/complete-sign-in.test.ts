import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { completeSignIn } from './complete-sign-in.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    // Another way in: completes the sign-in of the account that its body names, with a proof of that kind.
    mapRoutes: (routes) =>
      routes.map((route) =>
        route.endpoint.id === 'auth.resend-verification'
          ? {
              ...route,
              run: async (input, { request, reply }) => {
                const { email } = input.body as { email: string }
                const id = email.split('@')[0]!
                const secondFactor = email.endsWith('@replaced.example') ? 'replaced' : 'ask'
                await completeSignIn(holdall.services, { id, passwordVersion: 0, secondFactor }, request, reply)
                return {}
              },
            }
          : route,
      ),
  })
})
afterAll(() => holdall.close())

const signInBy = async (address: string) => {
  const client = holdall.visitor()
  await client.post('/api/user/verify', { email: address })
  return client
}
const withSecondFactor = async () => {
  const user = await holdall.signUp()
  const { db, clock } = holdall.services
  await db.updateTable('users').set({ two_factor_confirmed_at: clock.now() }).where('id', '=', user.userId).execute()
  return user
}

describe('the end of every sign-in', () => {
  test('asks for the second factor of the account, by whatever way the user came', async () => {
    const user = await withSecondFactor()
    const other = await signInBy(`${user.userId}@ask.example`)
    expect((await other.get('/api/user')).body.code).toBe('unauthenticated')
    const byPassword = holdall.visitor()
    const answer = await byPassword.post('/login', { email: user.email, password: testPassword })
    expect(answer.body).toEqual({ two_factor: true })
    expect(byPassword.cookies.has('holdall_known')).toBe(false)
  })

  test('does not ask where the proof was a second factor itself', async () => {
    const user = await withSecondFactor()
    const other = await signInBy(`${user.userId}@replaced.example`)
    expect((await other.get('/api/user')).status).toBe(200)
    expect(other.cookies.has('holdall_known')).toBe(true)
  })

  test('does not ask an account that has none', async () => {
    const user = await holdall.signUp()
    const other = await signInBy(`${user.userId}@ask.example`)
    expect((await other.get('/api/user')).status).toBe(200)
  })
})
