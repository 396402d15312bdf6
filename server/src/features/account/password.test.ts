import { minute } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { deleteSessionsOf } from '../../infrastructure/sessions/session.store.ts'
import { sessionCookie } from '../../infrastructure/sessions/session-cookie.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { findUserByEmail, replacePassword } from '../users/user.store.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const url = '/api/user/password'
const next = 'lake siljan at dawn'
const change = (user: SignedIn, changes: object = {}) =>
  user.post(url, { current: testPassword, password: next, password_confirmation: next, ...changes })
const statusOfSignIn = async (email: string, password: string) =>
  (await holdall.visitor().post('/login', { email, password })).status
const isSignedIn = async (user: Pick<SignedIn, 'get'>) => (await user.get('/api/user')).status === 200
const alsoSignedIn = async ({ email }: SignedIn) => {
  const other = holdall.visitor()
  expect((await other.post('/login', { email, password: testPassword })).status).toBe(200)
  return other
}

describe('a new password', () => {
  test('is refused without a session', async () => {
    const { status, body } = await holdall.visitor().post(url, { current: testPassword, password: next })
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  test('is refused with a wrong current one, by field, and changes nothing', async () => {
    const user = await holdall.signUp()
    const other = await alsoSignedIn(user)
    const { status, body } = await change(user, { current: 'wrong' })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation', ['current']])
    expect(await statusOfSignIn(user.email, testPassword)).toBe(200)
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, true])
  })

  test.each([
    ['too short', { password: '1234567', password_confirmation: '1234567' }, 'password'],
    ['too long', { password: 'x'.repeat(257), password_confirmation: 'x'.repeat(257) }, 'password'],
    ['repeated differently', { password_confirmation: 'something else' }, 'password_confirmation'],
  ])('is refused when it is %s', async (_, changes, field) => {
    const user = await holdall.signUp()
    const { status, body } = await change(user, changes)
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(body.errors).toHaveProperty(field)
    expect(await statusOfSignIn(user.email, testPassword)).toBe(200)
  })

  test('is used from then on, ends all other sessions, and replaces this one', async () => {
    const [user, stranger] = [await holdall.signUp(), await holdall.signUp()]
    const other = await alsoSignedIn(user)
    const before = user.cookies.get(sessionCookie)!
    expect((await change(user)).status).toBe(204)
    const { db } = holdall.services
    const stored = await db.selectFrom('sessions').select('id').where('user_id', '=', user.userId).execute()
    expect(stored).toHaveLength(1)
    expect(await statusOfSignIn(user.email, testPassword)).toBe(422)
    expect(await statusOfSignIn(user.email, next)).toBe(200)
    expect([await isSignedIn(user), await isSignedIn(other), await isSignedIn(stranger)]).toEqual([true, false, true])
    expect(user.cookies.get(sessionCookie)).not.toBe(before)
    const stolen = holdall.visitor()
    stolen.cookies.set(sessionCookie, before)
    expect(await isSignedIn(stolen)).toBe(false)
  })

  test('of two at once is the first one', async () => {
    const user = await holdall.signUp()
    const codes = await Promise.all(
      ['first of the two', 'second of the two'].map(
        async (password) => (await change(user, { password, password_confirmation: password })).status,
      ),
    )
    expect(codes.filter((status) => status === 204)).toHaveLength(1)
  })

  test('leaves no session of the earlier one, also of sign-ins that began before', async () => {
    const user = await holdall.signUp()
    const changing = change(user)
    const signIns = Array.from({ length: 12 }, () => {
      const other = holdall.visitor()
      return other.post('/login', { email: user.email, password: testPassword }).then(() => other)
    })
    expect((await changing).status).toBe(204)
    const others = await Promise.all(signIns)
    expect(await Promise.all(others.map(isSignedIn))).toEqual(others.map(() => false))
  })

  test('leaves no session of a sign-in that is stored before the change is', async () => {
    const user = await holdall.signUp()
    const { db, engine, transact } = holdall.services
    const { password_hash: beforeHash } = (await findUserByEmail(db, user.email))!
    const other = holdall.visitor()
    let signIn: Promise<unknown> | undefined
    await transact(async (trx) => {
      await replacePassword(trx, user.userId, { beforeHash, afterHash: 'another', nowMs: 1 })
      await deleteSessionsOf(trx, user.userId, null)
      signIn ??= other.post('/login', { email: user.email, password: testPassword })
      // SQLite stores it after this transaction.
      if (engine === 'postgres') await signIn
    })
    await signIn
    expect(await isSignedIn(other)).toBe(false)
  })

  test('is reported to the owner by mail, in their language', async () => {
    const user = await holdall.signUp()
    await user.patch('/api/user/settings', { name: 'locale', value: 'de' })
    await change(user)
    await holdall.services.jobs.runDue()
    const sent = mails.filter(({ to }) => to === user.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['Ihr Passwort für Holdall wurde geändert'])
    expect(sent[0]?.text).toContain('https://files.example/sign-in')
    expect(sent[0]?.text).not.toContain(next)
  })

  test('can be guessed for a few times only, from however many addresses', async () => {
    const user = await holdall.signUp()
    const guess = async (current: string, address: string) =>
      (
        await user.request({
          method: 'POST',
          url,
          remoteAddress: address,
          payload: { current, password: next, password_confirmation: next },
        })
      ).body?.code as string | undefined
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 9; n++) codes.push(await guess('wrong', `10.9.8.${n}`))
    expect(codes.slice(0, 8)).toEqual(Array(8).fill('validation'))
    expect(codes[8]).toBe('throttled')
    expect(await guess(testPassword, '10.9.9.1')).toBe('throttled')
    holdall.clock.advance(minute)
    expect(await guess(testPassword, '10.9.9.1')).toBeUndefined()
  })
})
