import { randomUUID } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  const send = (mail: Mail) => Promise.resolve(void mails.push(mail))
  holdall = await testApp({ mailer: { publicUrl: 'https://files.example', send } })
})
afterAll(() => holdall.close())

const password_confirmation = testPassword
const calls: Readonly<Record<string, (email: string) => [string, object]>> = {
  'sign-in': (email) => ['/login', { email, password: 'not this one' }],
  'sign-up': (email) => ['/api/register', { name: 'Ada', email, password: testPassword, password_confirmation }],
  'another confirmation': (email) => ['/api/user/verify', { email }],
  'a forgotten password': (email) => ['/api/password/recover', { email }],
  'a new password by a made-up link': (email) => [
    '/api/password/reset',
    { token: 'x'.repeat(22), email, password: testPassword, password_confirmation },
  ],
}

/** `$argon2id$v=19$m=…,t=…,p=…` of a hash, on which the time of a comparison depends. */
const costOf = (hash: unknown) => String(hash).split('$').slice(0, 4).join('$')

/** What the server does and answers: everything on which the time that it takes depends. */
async function workOf([url, body]: [string, object]) {
  const hash = jest.spyOn(argon2, 'hash')
  const verify = jest.spyOn(argon2, 'verify')
  const enqueue = jest.spyOn(holdall.services.jobs, 'enqueue')
  let answer: unknown[] = []
  const statements = await countedStatements(async () => {
    const { status, raw } = await holdall.visitor().post(url, body)
    answer = [status, raw.payload, Object.keys(raw.headers).toSorted()]
  })
  const work = {
    answer,
    hashed: hash.mock.calls.map(([, options]) => options),
    compared: verify.mock.calls.map(([stored]) => costOf(stored)),
    jobs: enqueue.mock.calls.map(([, { name }]) => name),
    statements: statements.map(({ text }) => text),
  }
  for (const spy of [hash, verify, enqueue]) spy.mockRestore()
  return work
}

/** Rows of a new account, and the password that an account did not take: all in one transaction. */
const ROWS_OF_SIGN_UP = /^insert into "(users|user_settings|spaces|entries|declined_sign_ups)"/

test.each(Object.entries(calls))(
  '%s does and answers the same for an account and an unknown address',
  async (_, call) => {
    const { email } = await holdall.signUp()
    const password_hash = await hashPassword(testPassword)
    await holdall.services.db.updateTable('users').set({ password_hash }).where('email', '=', email).execute()
    // The first call of each kind also fills caches.
    await workOf(call(`${randomUUID()}@example.com`))
    const [known, unknown] = [await workOf(call(email)), await workOf(call(`${randomUUID()}@example.com`))]
    const withoutRows = (work: typeof known) => ({
      ...work,
      statements: work.statements.filter((text) => !ROWS_OF_SIGN_UP.test(text)),
    })
    expect(withoutRows(unknown)).toEqual(withoutRows(known))
    expect(known.statements.length).toBeGreaterThan(0)
  },
)

test('sign-in does the same work where a sign-up was not confirmed and where it was one with the address of an account', async () => {
  const signUp = async (email: string, password: string) => {
    const account = { name: 'Ann', email, password, password_confirmation: password }
    expect((await holdall.visitor().post('/api/register', account)).status).toBe(201)
  }
  const [known, unconfirmed] = ['ann@example.com', 'ben@example.com']
  mails.length = 0
  await signUp(known, testPassword)
  await holdall.services.jobs.runDue()
  const mail = mails.find(({ to }) => to === known)!
  const { pathname, searchParams } = new URL(/http\S+/.exec(mail.text)![0])
  const proof = Object.fromEntries(searchParams.entries())
  const confirmed = await holdall.visitor().post(pathname.replace('/verify-email/', '/api/user/verify/'), proof)
  expect(confirmed.status).toBe(204)
  for (const email of [known, unconfirmed]) await signUp(email, 'chosen by mallory')
  const work = async (email: string, password: string) => {
    const { answer, compared } = await workOf(['/login', { email, password }])
    return [JSON.parse(String(answer[1])).code, ...compared]
  }
  const cost = costOf(await hashPassword(testPassword))
  for (const email of [known, unconfirmed]) {
    expect(await work(email, 'chosen by mallory')).toEqual(['not-verified', cost, cost])
    expect(await work(email, 'not this one')).toEqual(['bad-credentials', cost, cost])
  }
  expect(await work('nobody@example.com', 'not this one')).toEqual(['bad-credentials', cost, cost])
})
