import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../../testing/client.ts'
import { folder, shareLink } from '../../testing/file-requests.ts'
import { accept, invite, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

/** As after a start with another configuration. */
const setMailServer = (delivers: boolean) => void Object.assign(holdall.services.mailer, { delivers })
const mailsTo = async (email: string) => {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to }) => to === email)
}
let count = 0
const person = (email = `person${++count}@example.com`, password = testPassword) => ({
  name: 'Ada',
  email,
  password,
  password_confirmation: password,
})
const signIn = (email: string, password = testPassword) => holdall.visitor().post('/login', { email, password })

/** An account that was created without a mail server, which is set afterwards. */
async function signUpWithoutMail(email?: string): Promise<Client & { readonly email: string }> {
  setMailServer(false)
  const client = holdall.visitor()
  const body = person(email)
  expect((await client.post('/api/register', body)).body).toEqual({ verification: 'none' })
  setMailServer(true)
  return { ...client, email: body.email }
}
const isVerified = async (client: Client) => (await client.get('/api/user')).body.data.attributes.verified as boolean
const codeOf = async (answer: Promise<{ readonly status: number; readonly body: { code?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}
/** What the page does that the link in the newest mail opens. */
async function confirm(email: string, client: Client) {
  const { pathname, searchParams } = new URL(/http\S+/.exec((await mailsTo(email)).at(-1)!.text)![0])
  const path = pathname.replace('/verify-email/', '/api/user/verify/')
  return client.post(path, Object.fromEntries(searchParams.entries()))
}
const unconfirmed = [403, 'address-unconfirmed']

describe('an address that was taken without a mail server', () => {
  test('is not confirmed, and its account is used at once and signs in once a mail server is set', async () => {
    const ada = await signUpWithoutMail()
    expect(await isVerified(ada)).toBe(false)
    expect((await signIn(ada.email)).status).toBe(200)
    setMailServer(false)
    expect((await signIn(ada.email)).status).toBe(200)
    setMailServer(true)
  })

  test('gets no invitations: neither a list, nor the folder by its id or the mail', async () => {
    const owner = await holdall.signUp()
    const mallory = await signUpWithoutMail('victim@example.com')
    const id = await invite(owner, await teamFolder(owner), 'victim@example.com')
    const path = `/api/teams/invitations/${id}`
    expect((await mallory.get('/api/notifications')).body.data).toEqual([])
    expect(await codeOf(mallory.get('/api/teams/invitations'))).toEqual(unconfirmed)
    expect(await codeOf(mallory.get(path))).toEqual(unconfirmed)
    expect(await codeOf(accept(mallory, id))).toEqual(unconfirmed)
    expect(await codeOf(mallory.delete(path))).toEqual(unconfirmed)
    const [mail] = await mailsTo('victim@example.com')
    const secret = new URL(/http\S+/.exec(mail!.text)![0]).searchParams.get('secret')!
    expect(await codeOf(accept(mallory, id, secret))).toEqual(unconfirmed)
    expect((await mallory.get('/api/teams/shared-with-me/all')).body.data).toEqual([])
    // The owner of the address sees that it has an account, and gets into it by a link for a new password.
    const shown = await holdall.visitor().get(`${path}?secret=${secret}`)
    expect(shown.body.data.attributes).toMatchObject({ isExistedUser: true, status: 'pending' })
  })

  test('is in no mail to other people', async () => {
    const ada = await signUpWithoutMail()
    const invitations = [{ email: 'x@example.com', permission: 'can_view' }]
    const id = await folder(ada, 'Folder')
    const token = await shareLink(ada, id)
    const emails = ['x@example.com']
    const request = (await ada.post('/api/file-request', {})).body.data.attributes.token as string
    const calls = [
      ada.post('/api/teams/folders', { name: 'Team', invitations }),
      ada.post(`/api/teams/folders/${id}/convert`, { invitations }),
      ada.post('/api/share', { id: await folder(ada, 'Other'), emails }),
      ada.post(`/api/share/${token}/email`, { emails }),
      ada.post('/api/file-request', { email: 'x@example.com' }),
      ada.post(`/api/file-request/${request}/email`, { emails }),
    ]
    for (const call of calls) expect(await codeOf(call)).toEqual(unconfirmed)
    expect((await ada.post('/api/teams/folders', { name: 'Team', invitations: [] })).status).toBe(201)
    expect(await mailsTo('x@example.com')).toEqual([])
  })

  test('links no provider', async () => {
    const ada = await signUpWithoutMail()
    expect(await codeOf(ada.post('/api/socialite/github/link'))).toEqual(unconfirmed)
  })

  test('is confirmed by the link that its user sends for, with the session of the account only', async () => {
    const owner = await holdall.signUp()
    const ada = await signUpWithoutMail()
    const id = await invite(owner, await teamFolder(owner), ada.email)
    await mailsTo(ada.email)
    expect(await codeOf(holdall.visitor().post('/api/user/email/verify'))).toEqual([401, 'unauthenticated'])
    expect((await ada.post('/api/user/email/verify')).status).toBe(204)
    expect((await mailsTo(ada.email)).at(-1)).toMatchObject({ subject: 'Confirm your e-mail address for Holdall' })
    for (const other of [holdall.visitor(), owner]) {
      expect(await codeOf(confirm(ada.email, other))).toEqual([403, 'sign-in-required'])
      expect(await isVerified(ada)).toBe(false)
    }
    expect((await confirm(ada.email, ada)).status).toBe(204)
    expect(await isVerified(ada)).toBe(true)
    // What was sent to the address before is its user's now.
    const [notification] = (await ada.get('/api/notifications')).body.data
    expect(notification.attributes.action).toEqual({ type: 'invitation', params: { id } })
    expect((await accept(ada, id)).status).toBe(200)
    // Once it is confirmed, there is nothing to send, and the link needs no session.
    const sent = (await mailsTo(ada.email)).length
    expect((await ada.post('/api/user/email/verify')).status).toBe(204)
    expect(await mailsTo(ada.email)).toHaveLength(sent)
  })

  test('gets a few mails, however often its user sends for one', async () => {
    const ada = await signUpWithoutMail()
    const codes = []
    for (let i = 0; i < 20; i++) codes.push((await ada.post('/api/user/email/verify')).status)
    expect(codes.filter((status) => status === 204)).toHaveLength(8)
    expect(codes.at(-1)).toBe(429)
    expect(await mailsTo(ada.email)).toHaveLength(8)
  })

  test('is not confirmed by its owner who signs up or asks for another mail: both hear of the account', async () => {
    const mallory = await signUpWithoutMail()
    const { email } = mallory
    const owned = person(email, 'the password of the owner')
    expect((await holdall.visitor().post('/api/register', owned)).body).toEqual({ verification: 'mailed' })
    expect((await holdall.visitor().post('/api/user/verify', { email })).status).toBe(204)
    const subjects = (await mailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['You already have an account for Holdall', 'You already have an account for Holdall'])
    expect((await signIn(email)).status).toBe(200)
  })

  test('is confirmed by a link for a new password, once a mail server is set', async () => {
    const ada = await signUpWithoutMail()
    for (const isMailed of [false, true]) {
      setMailServer(isMailed)
      await holdall.visitor().post('/api/password/recover', { email: ada.email })
      const text = (await mailsTo(ada.email)).findLast((mail) => mail.text.includes('/create-new-password#'))!.text
      const link = new URLSearchParams(new URL(/http\S+/.exec(text)![0]).hash.slice(1))
      const body = { ...person(ada.email), token: link.get('token') }
      expect((await holdall.visitor().post('/api/password/reset', body)).status).toBe(200)
      const again = holdall.visitor()
      await again.post('/login', { email: ada.email, password: testPassword })
      // Without a mail server the link is in a file, which anybody may have passed on.
      expect(await isVerified(again)).toBe(isMailed)
    }
  })

  test('stays taken where it was changed to without a mail server', async () => {
    const ada = await holdall.signUp()
    setMailServer(false)
    const email = 'changed@example.com'
    await ada.post('/api/user/email', { email })
    const { text } = (await mailsTo(email))[0]!
    const token = new URLSearchParams(new URL(/http\S+/.exec(text)![0]).hash.slice(1)).get('token')
    expect((await ada.post('/api/user/email/confirm', { token })).status).toBe(204)
    setMailServer(true)
    expect(await isVerified(ada)).toBe(false)
    expect((await signIn(email)).status).toBe(200)
  })
})

test('a sign-up with a mail server still has to be confirmed first', async () => {
  const body = person()
  expect((await holdall.visitor().post('/api/register', body)).body).toEqual({ verification: 'mailed' })
  expect(await codeOf(signIn(body.email))).toEqual([403, 'not-verified'])
  expect((await confirm(body.email, holdall.visitor())).status).toBe(204)
  expect((await signIn(body.email)).status).toBe(200)
})
