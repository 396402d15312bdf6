import { minute } from '../../infrastructure/clock.ts'
import { sessionCookie } from '../../infrastructure/sessions/session-cookie.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    // One call that is privileged, whichever others are.
    mapRoutes: (routes) =>
      routes.map((route) =>
        route.endpoint.id === 'user.end-other-sessions'
          ? { ...route, endpoint: { ...route.endpoint, confirmed: true } }
          : route,
      ),
  })
})
afterAll(() => holdall.close())

const privileged = async (user: Pick<SignedIn, 'delete'>) => {
  const { status, body } = await user.delete('/api/user/sessions')
  return (body?.code as string | undefined) ?? status
}
const confirm = (user: Pick<SignedIn, 'post'>, password: string) => user.post('/user/confirm-password', { password })
const elsewhere = async ({ email }: SignedIn) => {
  const other = holdall.visitor()
  expect((await other.post('/login', { email, password: testPassword })).status).toBe(200)
  return other
}

describe('a privileged call', () => {
  test('is refused from 15 minutes after the sign-in on, until the password is given again', async () => {
    const user = await holdall.signUp()
    holdall.clock.advance(15 * minute - 5000)
    expect(await privileged(user)).toBe(204)
    holdall.clock.advance(5000)
    expect(await privileged(user)).toBe('confirmation-required')
    expect((await confirm(user, testPassword)).status).toBe(204)
    expect(await privileged(user)).toBe(204)
    holdall.clock.advance(15 * minute)
    expect(await privileged(user)).toBe('confirmation-required')
  })

  test('is refused for a session that is older than this rule', async () => {
    const user = await holdall.signUp()
    const { db } = holdall.services
    await db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', user.userId).execute()
    expect(await privileged(user)).toBe('confirmation-required')
  })

  test('is not allowed by a confirmation in another session, or of another user', async () => {
    const [user, stranger] = [await holdall.signUp(), await holdall.signUp()]
    const other = await elsewhere(user)
    holdall.clock.advance(15 * minute)
    expect((await confirm(other, testPassword)).status).toBe(204)
    expect((await confirm(stranger, testPassword)).status).toBe(204)
    expect(await privileged(user)).toBe('confirmation-required')
  })

  test('is refused without a session as any other call', async () => {
    expect(await privileged(holdall.visitor())).toBe('unauthenticated')
  })
})

describe('a password to confirm with', () => {
  test('is refused when it is wrong, by field, and confirms nothing', async () => {
    const user = await holdall.signUp()
    holdall.clock.advance(15 * minute)
    const { status, body } = await confirm(user, 'wrong')
    expect([status, body.code, body.errors]).toEqual([422, 'validation', { password: ['This isn’t your password.'] }])
    expect(await privileged(user)).toBe('confirmation-required')
  })

  test('is refused without a session', async () => {
    expect((await confirm(holdall.visitor(), testPassword)).body.code).toBe('unauthenticated')
  })

  test('keeps the session as it is', async () => {
    const user = await holdall.signUp()
    const before = user.cookies.get(sessionCookie)
    await confirm(user, testPassword)
    expect(user.cookies.get(sessionCookie)).toBe(before)
  })

  test('can be guessed for a few times only, from however many addresses', async () => {
    const user = await holdall.signUp()
    const guess = async (password: string, address: string) => {
      const call = {
        method: 'POST',
        url: '/user/confirm-password',
        remoteAddress: address,
        payload: { password },
      } as const
      return (await user.request(call)).body?.code as string | undefined
    }
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 9; n++) codes.push(await guess('wrong', `10.9.8.${n}`))
    expect(codes.slice(0, 8)).toEqual(Array(8).fill('validation'))
    expect(codes[8]).toBe('throttled')
    expect(await guess(testPassword, '10.9.9.1')).toBe('throttled')
  })
})
