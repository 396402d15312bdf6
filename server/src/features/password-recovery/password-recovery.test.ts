import { readFile, readdir } from 'node:fs/promises'
import { digest } from '../../infrastructure/ids.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { RESET_TTL_MS } from './reset-link.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const next = 'lake siljan at dawn'
const recover = (email: string, headers = {}) => holdall.visitor().post('/api/password/recover', { email }, headers)
const mailsTo = async (email: string) => {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to }) => to === email)
}
interface Link {
  readonly email: string
  readonly token: string
}
const linkIn = ({ text }: { readonly text: string }): Link => {
  const { hash } = new URL(/http\S+/.exec(text)![0])
  const given = new URLSearchParams(hash.slice(1))
  return { email: given.get('email')!, token: given.get('token')! }
}
async function linkTo(email: string): Promise<Link> {
  expect((await recover(email)).status).toBe(200)
  // Mails about sign-ins may be sent at the same time.
  return linkIn((await mailsTo(email)).findLast(({ text }) => text.includes('/create-new-password#'))!)
}
const reset = (link: Link, password = next) =>
  holdall.visitor().post('/api/password/reset', { ...link, password, password_confirmation: password })
const signIn = (email: string, password: string) => holdall.visitor().post('/login', { email, password })
const isSignedIn = async (user: Pick<SignedIn, 'get'>) => (await user.get('/api/user')).status === 200

describe('asking for a new password', () => {
  test('answers the same for every address, with the same work before the answer, and mails an account only', async () => {
    const { email } = await holdall.signUp()
    const waiting = async () => (await holdall.services.jobs.list()).length
    const answers = []
    for (const address of [email, 'nobody@example.com']) {
      const before = await waiting()
      const { status, raw } = await recover(address)
      answers.push([status, raw.payload, Object.keys(raw.headers).sort(), (await waiting()) - before])
    }
    expect(answers[0]).toEqual(answers[1])
    const message = 'If this address has an account, we sent a link for a new password to it.'
    expect(answers[0]!.slice(0, 2)).toEqual([200, JSON.stringify({ message })])
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Set a new password for Holdall'])
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  test('mails a link to the public address, whatever host the caller named, in the language of the account', async () => {
    const user = await holdall.signUp()
    await user.patch('/api/user/settings', { name: 'locale', value: 'de' })
    await recover(user.email.toUpperCase(), { host: 'evil.example' })
    const [mail] = await mailsTo(user.email)
    expect(mail).toMatchObject({ subject: 'Neues Passwort für Holdall', locale: 'de' })
    expect(mail!.text).toMatch(/https:\/\/files\.example\/create-new-password#email=\S+&token=[\w-]{22}\n/)
  })

  test('changes nothing: password and sessions stay', async () => {
    const user = await holdall.signUp()
    await linkTo(user.email)
    expect(await isSignedIn(user)).toBe(true)
    expect((await signIn(user.email, testPassword)).status).toBe(200)
  })

  test('sends an address a few mails, however many callers ask', async () => {
    const { email } = await holdall.signUp()
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push((await recover(email)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(8)
    expect(await mailsTo(email)).toHaveLength(8)
    const unknown = []
    for (let i = 0; i < 20; i++) unknown.push((await recover('unknown@example.com')).status)
    expect(unknown).toEqual(statuses)
  })
})

describe('a link for a new password', () => {
  test('sets it, ends all sessions, begins none, and tells the owner', async () => {
    const user = await holdall.signUp()
    const link = await linkTo(user.email)
    const answer = await reset(link)
    expect([answer.status, answer.body, answer.raw.headers['set-cookie']]).toEqual([
      200,
      { message: 'Your password was changed. Sign in with the new one.' },
      undefined,
    ])
    expect(await isSignedIn(user)).toBe(false)
    expect((await signIn(user.email, testPassword)).body.code).toBe('bad-credentials')
    expect((await signIn(user.email, next)).status).toBe(200)
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password for Holdall was changed')
    const again = holdall.visitor()
    await again.post('/login', { email: user.email, password: next })
    const { body } = await again.get('/api/notifications')
    const titles = body.data.map((told: { attributes: { title: string } }) => told.attributes.title)
    expect(titles).toContain('Your password was changed')
  })

  test('works once, also for two calls at the same time', async () => {
    const { email } = await holdall.signUp()
    const link = await linkTo(email)
    const answers = await Promise.all([reset(link, `${next} 1`), reset(link, `${next} 2`), reset(link, `${next} 3`)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
    expect((await reset(link)).body.code).toBe('link-expired')
  })

  test('expires after an hour', async () => {
    const { email } = await holdall.signUp()
    const link = await linkTo(email)
    holdall.clock.advance(RESET_TTL_MS)
    const { status, body } = await reset(link)
    expect([status, body.code]).toEqual([410, 'link-expired'])
    await holdall.services.jobs.runDue()
    expect(await holdall.services.db.selectFrom('password_resets').selectAll().execute()).toEqual([])
  })

  test('ends with a newer one, with a change of the password, and with the account', async () => {
    const user = await holdall.signUp()
    const [first, second] = [await linkTo(user.email), await linkTo(user.email)]
    expect((await reset(first)).body.code).toBe('link-expired')
    const password = 'chosen while signed in'
    const change = { current: testPassword, password, password_confirmation: password }
    expect((await user.post('/api/user/password', change)).status).toBe(204)
    expect((await reset(second)).body.code).toBe('link-expired')
    expect((await signIn(user.email, password)).status).toBe(200)
    const third = await linkTo(user.email)
    const { db } = holdall.services
    await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', user.userId).execute()
    expect((await reset(third)).body.code).toBe('link-expired')
  })

  test('is for one account: with another address, another token and after the address changed it is refused', async () => {
    const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
    const [ofAnn, ofBob] = [await linkTo(ann.email), await linkTo(bob.email)]
    const refused = [
      { ...ofAnn, email: bob.email },
      { ...ofBob, token: ofAnn.token },
      { ...ofAnn, token: `${ofAnn.token}x` },
      { ...ofAnn, token: digest(ofAnn.token) },
    ]
    const answers = await Promise.all(refused.map((link) => reset(link)))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [410, 'link-expired']))
    const { db } = holdall.services
    await db.updateTable('users').set({ email: 'moved@example.com' }).where('id', '=', ann.userId).execute()
    for (const email of [ofAnn.email, 'moved@example.com']) {
      expect((await reset({ ...ofAnn, email })).body.code).toBe('link-expired')
    }
    expect((await signIn(bob.email, testPassword)).status).toBe(200)
  })

  test('confirms the address, and a sign-up link of somebody else stops working', async () => {
    const email = 'claimed@example.com'
    const person = { name: 'Mallory', email, password: 'chosen by mallory', password_confirmation: 'chosen by mallory' }
    await holdall.visitor().post('/api/register', person)
    const [verification] = await mailsTo(email)
    const { pathname, searchParams } = new URL(/http\S+/.exec(verification!.text)![0])
    expect((await reset(await linkTo(email))).status).toBe(200)
    expect((await signIn(email, next)).status).toBe(200)
    const confirmed = await holdall
      .visitor()
      .post(pathname.replace('/verify-email/', '/api/user/verify/'), Object.fromEntries(searchParams.entries()))
    expect(confirmed.body.code).toBe('not-found')
  })

  test('leaves the second factor to the next sign-in', async () => {
    const user = await holdall.signUp()
    const { db } = holdall.services
    await db
      .updateTable('users')
      .set({ two_factor_confirmed_at: holdall.clock.now() })
      .where('id', '=', user.userId)
      .execute()
    expect((await reset(await linkTo(user.email))).status).toBe(200)
    expect((await signIn(user.email, next)).body).toEqual({ two_factor: true })
  })

  test.each([
    ['a short password', { password: '1234567', password_confirmation: '1234567' }, 'password'],
    ['a long password', { password: 'x'.repeat(257), password_confirmation: 'x'.repeat(257) }, 'password'],
    ['another repetition', { password_confirmation: 'something else' }, 'password_confirmation'],
    ['a long token', { token: 'x'.repeat(129) }, 'token'],
    ['no address', { email: 'nobody' }, 'email'],
  ])('is not used by %s', async (_, changes, field) => {
    const { email } = await holdall.signUp()
    const link = await linkTo(email)
    const { status, body } = await holdall
      .visitor()
      .post('/api/password/reset', { ...link, password: next, password_confirmation: next, ...changes })
    expect(status).toBe(422)
    expect(body.errors).toHaveProperty(field)
    expect((await reset(link)).status).toBe(200)
  })
})

test('the token is in the mail only: in no column and in no line of the log', async () => {
  const { email } = await holdall.signUp()
  const { token } = await linkTo(email)
  const { db } = holdall.services
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables
      .filter(({ isView }) => !isView)
      // On PostgreSQL the jobs are in a schema of their own.
      .map(({ schema, name }) =>
        (schema ? db.withSchema(schema) : db)
          .selectFrom(name as 'users')
          .selectAll()
          .execute(),
      ),
  )
  expect(rows.flat().length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
  await reset({ email, token })
  expect(holdall.log.join('\n')).not.toContain(token)
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
})

test('a mail that cannot be sent is tried again with another link', async () => {
  const sent: Mail[] = []
  let isDown = true
  const broken = await testApp({
    mailer: {
      publicUrl: 'https://files.example',
      send: (mail) => (isDown ? Promise.reject(new Error('no route')) : Promise.resolve(void sent.push(mail))),
    },
  })
  const { email } = await broken.signUp()
  expect((await broken.visitor().post('/api/password/recover', { email })).status).toBe(200)
  const { jobs } = broken.services
  await jobs.runDue()
  const [waiting] = await jobs.list()
  expect(waiting).toMatchObject({
    name: 'send-password-recovery-mail',
    state: 'waiting',
    attempts: 1,
    error: 'no route',
  })
  isDown = false
  await jobs.retry(waiting!.id)
  await jobs.runDue()
  expect(sent.map(({ to }) => to)).toEqual([email])
  await broken.close()
})

test('without a mail server the mail is a file in the data folder, and its link works', async () => {
  const plain = await testApp()
  const { email } = await plain.signUp()
  const asked = await plain.visitor().post('/api/password/recover', { email })
  expect([asked.status, asked.body.message]).toEqual([200, expect.stringContaining('Ask your administrator')])
  await plain.services.jobs.runDue()
  const { path } = plain.services.mailFolder
  const [file] = await readdir(path)
  const { default: PostalMime } = await import('postal-mime')
  const { text = '' } = await PostalMime.parse(await readFile(`${path}/${file}`))
  const body = { ...linkIn({ text }), password: next, password_confirmation: next }
  expect((await plain.visitor().post('/api/password/reset', body)).status).toBe(200)
  expect((await plain.visitor().post('/login', { email, password: next })).status).toBe(200)
  await plain.close()
})

test('with the proof of work turned on, a call without one is refused and sends nothing', async () => {
  const guarded = await testApp()
  await guarded.services.settings.set('protection.proof_of_work', true)
  const { email } = await guarded.signUp()
  const { status, body } = await guarded.visitor().post('/api/password/recover', { email })
  expect([status, body.code]).toEqual([422, 'human-check-failed'])
  expect(await guarded.services.jobs.list()).toEqual([])
  await guarded.close()
})
