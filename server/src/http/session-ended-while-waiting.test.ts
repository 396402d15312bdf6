import { generateSync } from 'otplib'
import type { SessionActor } from '../infrastructure/sessions/session-actor.ts'
import { createAuthenticator } from '../testing/software-authenticator.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => void jest.restoreAllMocks())
afterAll(() => holdall.close())

/** All sessions of the account end after the next call of the path was admitted: it has waited for another transaction. */
function endSessionsDuring(path: string): void {
  const { db, sessions } = holdall.services
  const actorOf = sessions.actorOf.bind(sessions)
  let admitted: Promise<SessionActor> | undefined
  const admit: typeof actorOf = async (request) => {
    const actor = await actorOf(request)
    await db.deleteFrom('sessions').where('user_id', '=', ann.userId).execute()
    return actor
  }
  jest
    .spyOn(sessions, 'actorOf')
    .mockImplementation((request) => (request.url === path ? (admitted ??= admit(request)) : actorOf(request)))
}

const enrolment = '/user/two-factor-authentication'
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(holdall.clock.now() / 1000) })
async function enrolled(): Promise<string> {
  await ann.post(enrolment)
  return (await ann.get('/user/two-factor-qr-code')).body.data.attributes.secret as string
}
/** Returns the next code of the app. */
async function withSecondFactor(): Promise<string> {
  const secret = await enrolled()
  const { status } = await ann.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
  expect(status).toBe(200)
  holdall.clock.advance(30_000)
  return codeOf(secret)
}
const rowsOf = async () => {
  const { db } = holdall.services
  const of = (table: 'api_tokens' | 'email_changes' | 'passkeys' | 'account_deletions' | 'totp_secrets') =>
    db.selectFrom(table).selectAll().where('user_id', '=', ann.userId).execute()
  const user = await db.selectFrom('users').selectAll().where('id', '=', ann.userId).executeTakeFirstOrThrow()
  const { two_factor_confirmed_at, password_version, deletes_at } = user
  const rows = await Promise.all([of('api_tokens'), of('email_changes'), of('passkeys'), of('account_deletions')])
  return { two_factor_confirmed_at, password_version, deletes_at, rows, totp: await of('totp_secrets') }
}

const calls: Readonly<Record<string, () => Promise<['post' | 'delete', string, object]>>> = {
  'begins no second factor': () => Promise.resolve(['post', enrolment, {}]),
  'turns no second factor on': async () => [
    'post',
    '/user/confirmed-two-factor-authentication',
    { code: codeOf(await enrolled()) },
  ],
  'turns no second factor off': async () => ['delete', enrolment, { code: await withSecondFactor() }],
  'makes no recovery codes': async () => [
    'post',
    '/user/two-factor-recovery-codes',
    { code: await withSecondFactor() },
  ],
  'registers no passkey': async () => {
    const { body } = await ann.post('/api/user/passkeys/options')
    return ['post', '/api/user/passkeys', { name: 'Kept', credential: createAuthenticator().create(body) }]
  },
  'creates no API token': () => Promise.resolve(['post', '/api/user/tokens', { name: 'Kept' }]),
  'requests no other e-mail address': () =>
    Promise.resolve(['post', '/api/user/email', { email: 'other@example.com' }]),
  'requests no deletion': () => Promise.resolve(['post', '/api/user/deletion', { email: ann.email, team_folders: [] }]),
}

describe('a call that waits while its session ends', () => {
  test.each(Object.keys(calls))('%s', async (name) => {
    const [method, path, body] = await calls[name]!()
    const before = await rowsOf()
    endSessionsDuring(path)
    const { status, body: answer } = await ann[method](path, body)
    expect([status, answer?.code]).toEqual([401, 'unauthenticated'])
    expect(await rowsOf()).toEqual(before)
    expect((await ann.get('/api/user')).status).toBe(401)
  })
})
