import { digest } from '../../infrastructure/ids.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { file } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

let count = 0
const newAddress = () => `new${++count}@example.com`
const mailsTo = async (email: string) => {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to }) => to === email)
}
const ask = (user: SignedIn, email: string) => user.post('/api/user/email', { email })
const tokenIn = ({ text }: { readonly text: string }) =>
  new URLSearchParams(new URL(/http\S+/.exec(text)![0]).hash.slice(1)).get('token')!
/** Asks for the change, and returns the token of its mail. Mails of a sign-up may be sent at the same time. */
async function tokenFor(user: SignedIn, email: string): Promise<string> {
  expect((await ask(user, email)).status).toBe(201)
  const sent = await mailsTo(email)
  return tokenIn(sent.findLast(({ text }) => text.includes('/user/confirm-email'))!)
}
const confirm = (user: Pick<SignedIn, 'post'>, token: string) => user.post('/api/user/email/confirm', { token })
const codeOf = async (answer: ReturnType<typeof confirm>) => {
  const { status, body } = await answer
  return [status, body.code]
}
const expired = [410, 'link-expired']
const addressOf = async (user: Pick<SignedIn, 'get'>) => (await user.get('/api/user')).body.data?.attributes.email
const pendingOf = async (user: SignedIn) => (await user.get('/api/user/email')).body.data?.attributes.email
const signIn = async (email: string) =>
  (await holdall.visitor().post('/login', { email, password: testPassword })).status

describe('asking for another address', () => {
  test('is refused without the password', async () => {
    const user = await holdall.signUp()
    holdall.clock.advance(16 * 60_000)
    expect((await ask(user, newAddress())).body.code).toBe('confirmation-required')
    expect(await pendingOf(user)).toBeUndefined()
  })

  test.each([
    ['no address', 'nobody', 'validation'],
    ['an address of a disposable domain', 'a@mailinator.com', 'disposable-address'],
  ])('is refused for %s', async (_, email, code) => {
    expect((await ask(await holdall.signUp(), email)).body.code).toBe(code)
  })

  test('is refused for the present address', async () => {
    const user = await holdall.signUp()
    const { status, body } = await ask(user, user.email.toUpperCase())
    expect([status, body.errors]).toEqual([422, { email: ['This is already the address of your account.'] }])
  })

  test('changes nothing, shows what is pending, and tells both addresses', async () => {
    const user = await holdall.signUp()
    const email = newAddress()
    const { status, body } = await ask(user, email.toUpperCase())
    expect([status, body.data.attributes.email]).toEqual([201, email])
    expect((await user.get('/api/user/email')).body).toEqual(body)
    expect(await addressOf(user)).toBe(user.email)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Confirm your new e-mail address for Holdall',
    ])
    const notice = (await mailsTo(user.email)).at(-1)!
    expect(notice.subject).toBe('A new e-mail address was requested for your account on Holdall')
    expect(notice.text).toContain(email)
    expect(notice.action!.link).toBe('https://files.example/user/profile')
    expect(await signIn(email)).toBe(422)
  })

  test('answers the same where the address has an account, with the same work, and tells its owner only, in their language', async () => {
    const other = await holdall.signUp()
    await other.patch('/api/user/settings', { name: 'locale', value: 'de' })
    const user = await holdall.signUp()
    const answers = []
    for (const email of [other.email, newAddress()]) {
      const before = (await holdall.services.jobs.list()).length
      const { status, body, raw } = await ask(user, email)
      const { attributes } = body.data
      answers.push([
        status,
        Object.keys(attributes),
        Object.keys(raw.headers).sort(),
        (await holdall.services.jobs.list()).length - before,
        (await pendingOf(user)) === email,
      ])
      await holdall.services.jobs.runDue()
    }
    expect(answers[0]).toEqual(answers[1])
    const subjects = (await mailsTo(other.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Ihre E-Mail-Adresse hat bereits ein Konto bei Holdall')
    expect(subjects.join()).not.toContain('Confirm')
    expect(await addressOf(other)).toBe(other.email)
  })

  test('sends an address a few mails, however many accounts ask', async () => {
    const email = newAddress()
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push((await ask(await holdall.signUp(), email)).status)
    expect(statuses).toEqual([...Array<number>(8).fill(201), 429, 429])
    expect(await mailsTo(email)).toHaveLength(8)
  })

  test('can be canceled: the link stops working', async () => {
    const user = await holdall.signUp()
    const token = await tokenFor(user, newAddress())
    expect((await user.delete('/api/user/email')).status).toBe(204)
    expect(await pendingOf(user)).toBeUndefined()
    expect(await codeOf(confirm(user, token))).toEqual(expired)
    expect(await addressOf(user)).toBe(user.email)
  })

  test('canceled before its mail is sent, sends no link', async () => {
    const user = await holdall.signUp()
    const email = newAddress()
    await ask(user, email)
    await user.delete('/api/user/email')
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('the link in the mail', () => {
  test('changes the address, ends other sessions and links for a password, and tells the previous address', async () => {
    const user = await holdall.signUp()
    const elsewhere = holdall.visitor()
    await elsewhere.post('/login', { email: user.email, password: testPassword })
    const { db, jobs } = holdall.services
    await holdall.visitor().post('/api/password/recover', { email: user.email })
    await jobs.runDue()
    const email = newAddress()
    expect((await confirm(user, await tokenFor(user, email))).status).toBe(204)
    expect(await addressOf(user)).toBe(email)
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect(await db.selectFrom('password_resets').where('user_id', '=', user.userId).selectAll().execute()).toEqual([])
    expect(await pendingOf(user)).toBeUndefined()
    const notice = (await mailsTo(user.email)).at(-1)!
    expect(notice.subject).toBe('The e-mail address of your account on Holdall was changed')
    expect(notice.text).toContain(email)
    const { unreadNotifications } = (await user.get('/api/user')).body.data.relationships
    expect(unreadNotifications.data[0].attributes.title).toBe('Your e-mail address was changed')
    expect([await signIn(email), await signIn(user.email)]).toEqual([200, 422])
  })

  test('ends sign-ins at a provider that wait for the password, of this account only', async () => {
    const [user, other] = [await holdall.signUp(), await holdall.signUp()]
    const { clock, db } = holdall.services
    for (const { userId, email } of [user, other]) {
      const identity = { provider: 'oidc', issuer: 'https://id.example.com', subject: userId, email } as const
      const pending = { browser: digest(userId), user_id: userId, ...identity, expires_at: clock.now() + 60_000 }
      await db.insertInto('pending_links').values(pending).execute()
    }
    const token = await tokenFor(user, newAddress())
    const left = async () =>
      (await db.selectFrom('pending_links').select('user_id').execute()).map(({ user_id: id }) => id).sort()
    expect(await left()).toEqual([user.userId, other.userId].sort())
    expect((await confirm(user, token)).status).toBe(204)
    expect(await left()).toEqual([other.userId])
  })

  test('works once, also for two calls at the same time', async () => {
    const user = await holdall.signUp()
    const token = await tokenFor(user, newAddress())
    const statuses = await Promise.all([confirm(user, token), confirm(user, token)])
    expect(statuses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 410])
    expect(await codeOf(confirm(user, token))).toEqual(expired)
  })

  test('is of no use to nobody, to another account, and as what the database has of it', async () => {
    const user = await holdall.signUp()
    const other = await holdall.signUp()
    const token = await tokenFor(user, newAddress())
    const ofOther = await tokenFor(other, newAddress())
    expect((await confirm(holdall.visitor(), token)).status).toBe(401)
    for (const [caller, offered] of [
      [other, token],
      [user, ofOther],
      [user, `${token}x`],
      [user, digest(token)],
    ] as const) {
      expect(await codeOf(confirm(caller, offered))).toEqual(expired)
    }
    expect([await addressOf(user), await addressOf(other)]).toEqual([user.email, other.email])
    expect((await confirm(user, token)).status).toBe(204)
  })

  test('is invalid once another one was sent, a day later, and after a change of the password', async () => {
    const user = await holdall.signUp()
    const first = await tokenFor(user, newAddress())
    const second = await tokenFor(user, newAddress())
    expect(await codeOf(confirm(user, first))).toEqual(expired)
    const password = 'four lanterns at sea'
    const change = { current: testPassword, password, password_confirmation: password }
    expect((await user.post('/api/user/password', change)).status).toBe(204)
    expect(await codeOf(confirm(user, second))).toEqual(expired)
    expect(await pendingOf(user)).toBeUndefined()
    const third = await tokenFor(user, newAddress())
    holdall.clock.advance(24 * 60 * 60_000)
    expect(await codeOf(confirm(user, third))).toEqual(expired)
    expect(await pendingOf(user)).toBeUndefined()
  })

  test('changes nothing where somebody has got the address since', async () => {
    const user = await holdall.signUp()
    const email = newAddress()
    const token = await tokenFor(user, email)
    await holdall.signUp({ email })
    expect(await codeOf(confirm(user, token))).toEqual(expired)
    expect(await addressOf(user)).toBe(user.email)
  })
})

describe('a sign-up that was not confirmed', () => {
  const signUpWith = async (email: string) => {
    const person = { name: 'Mallory', email, password: testPassword, password_confirmation: testPassword }
    expect((await holdall.visitor().post('/api/register', person)).status).toBe(201)
  }
  const account = async (email: string) =>
    (await holdall.services.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id

  test('does not keep the owner of the address from using it: it is deleted with the change', async () => {
    const user = await holdall.signUp()
    const email = newAddress()
    await signUpWith(email)
    const blocking = await account(email)
    const token = await tokenFor(user, email)
    const [confirmation] = (await mailsTo(email)).filter(({ text }) => text.includes('/verify-email/'))
    expect(await account(email)).toBe(blocking)
    expect((await confirm(user, token)).status).toBe(204)
    expect([await addressOf(user), await account(email)]).toEqual([email, user.userId])
    const { db } = holdall.services
    expect(await db.selectFrom('spaces').select('id').where('owner_id', '=', blocking!).execute()).toEqual([])
    expect(await db.selectFrom('entries').select('id').where('owner_id', '=', blocking!).execute()).toEqual([])
    const { pathname, search } = new URL(/http\S+/.exec(confirmation!.text)![0])
    const [, , id] = pathname.split('/')
    const opened = await holdall
      .visitor()
      .post(`/api/user/verify/${id}`, Object.fromEntries(new URLSearchParams(search)))
    expect(opened.status).toBe(404)
    expect(await signIn(email)).toBe(200)
  })

  test('that came after the request gives way too, and one that was confirmed since does not', async () => {
    const user = await holdall.signUp()
    const [later, confirmed] = [newAddress(), newAddress()]
    const token = await tokenFor(user, later)
    await signUpWith(later)
    expect((await confirm(user, token)).status).toBe(204)

    await signUpWith(confirmed)
    const other = await tokenFor(user, confirmed)
    const { db, clock } = holdall.services
    await db.updateTable('users').set({ verified_at: clock.now() }).where('email', '=', confirmed).execute()
    expect(await codeOf(confirm(user, other))).toEqual(expired)
    expect(await addressOf(user)).toBe(later)
    expect(await account(confirmed)).toEqual(expect.any(String))
  })

  test('with files of a time without a mail server stays, and its owner is told', async () => {
    const [user, old] = [await holdall.signUp(), await holdall.signUp()]
    await file(old, 'a.txt', 'content')
    const { db } = holdall.services
    const unconfirmed = { verified_at: null, first_sign_in_at: null }
    await db.updateTable('users').set(unconfirmed).where('id', '=', old.userId).execute()
    await ask(user, old.email)
    const subjects = (await mailsTo(old.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your e-mail address already has an account on Holdall')
    expect(await account(old.email)).toBe(old.userId)
  })
})

test('expired changes are deleted', async () => {
  const user = await holdall.signUp()
  await ask(user, newAddress())
  holdall.clock.advance(25 * 60 * 60_000)
  await holdall.services.jobs.runDue()
  const { db } = holdall.services
  expect(await db.selectFrom('email_changes').where('user_id', '=', user.userId).selectAll().execute()).toEqual([])
})

test('without a mail server the mails are files in the data folder, and nothing changes without the link', async () => {
  const plain = await testApp()
  const user = await plain.signUp()
  expect((await ask(user, 'another@example.com')).status).toBe(201)
  await plain.services.jobs.runDue()
  const { readdir, readFile } = await import('node:fs/promises')
  const { default: PostalMime } = await import('postal-mime')
  const { path } = plain.services.mailFolder
  const files = await Promise.all((await readdir(path)).map((file) => readFile(`${path}/${file}`)))
  const parsed = await Promise.all(files.map((file) => PostalMime.parse(file)))
  expect(await addressOf(user)).toBe(user.email)
  const link = parsed.find(({ to }) => to?.[0]?.address === 'another@example.com')!
  expect((await confirm(user, tokenIn({ text: link.text! }))).status).toBe(204)
  expect(await addressOf(user)).toBe('another@example.com')
  await plain.close()
})
