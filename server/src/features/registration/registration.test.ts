import { domainToUnicode } from 'node:url'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../../testing/client.ts'
import { invite, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterEach(async () => {
  for (const name of ['registration.mode', 'registration.allowed', 'registration.disposable_allowed'] as const) {
    await holdall.services.settings.unset(name)
  }
})
afterAll(() => holdall.close())

const account = (email: string) => ({
  name: 'Ada',
  email,
  password: testPassword,
  password_confirmation: testPassword,
})
const register = async (email: string, more: object = {}, client: Client = holdall.visitor()) => {
  const { status, body } = await client.post('/api/register', { ...account(email), ...more })
  return [status, body.code ?? body.verification]
}
const registrationOf = async () => (await holdall.visitor().get('/api/config')).body.registration

/** The id and the secret of an invitation to a team folder. */
async function invited(email: string) {
  const owner = await holdall.signUp()
  const id = await invite(owner, await teamFolder(owner), email)
  await holdall.services.jobs.runDue()
  const { link } = mails.findLast(({ to }) => to === email)!.action!
  return { id, secret: new URL(link).searchParams.get('secret')! }
}

describe('sign-up by invitation only', () => {
  beforeEach(() => holdall.services.settings.set('registration.mode', 'invitation'))

  test('is refused without one, alike for every address', async () => {
    const { email } = await holdall.signUp()
    const refused = [403, 'registration-by-invitation']
    expect(await register(email)).toEqual(refused)
    expect(await register('nobody@example.com')).toEqual(refused)
    expect(await registrationOf()).toBe('invitation')
  })

  test('is allowed to those who were invited to a team folder', async () => {
    const email = 'invited@example.com'
    const invitation = await invited(email)
    const client = holdall.visitor()
    expect(await register(email, { invitation }, client)).toEqual([201, 'none'])
    expect((await client.get('/api/user')).body.data.attributes.email).toBe(email)
  })

  test('is refused with the invitation of somebody else, a made-up secret and one that was withdrawn', async () => {
    const email = 'wanted@example.com'
    const invitation = await invited(email)
    const refused = [403, 'registration-by-invitation']
    expect(await register('other@example.com', { invitation })).toEqual(refused)
    expect(await register(email, { invitation: { ...invitation, secret: 'x'.repeat(43) } })).toEqual(refused)
    const { db } = holdall.services
    await db.updateTable('team_invitations').set({ status: 'withdrawn' }).where('id', '=', invitation.id).execute()
    expect(await register(email, { invitation })).toEqual(refused)
  })
})

test('closed sign-up refuses those who were invited too', async () => {
  const email = 'late@example.com'
  const invitation = await invited(email)
  await holdall.services.settings.set('registration.mode', 'closed')
  expect(await register(email, { invitation })).toEqual([403, 'registration-closed'])
  expect(await registrationOf()).toBe('closed')
})

test.each(['open', 'invitation', 'closed'] as const)('the older switch closes sign-up in the mode %s', async (mode) => {
  await holdall.services.settings.set('registration.mode', mode)
  await holdall.services.settings.set('registration.allowed', false)
  expect(await register('older@example.com')).toEqual([403, 'registration-closed'])
  expect(await registrationOf()).toBe('closed')
})

describe('an address of a disposable domain', () => {
  test.each([
    'a@mailinator.com',
    'a@MAILINATOR.com',
    'a@deep.below.mailinator.com',
    'a@xn--5nx.cc',
    `a@${domainToUnicode('xn--5nx.cc')}`,
    `a@below.${domainToUnicode('xn--d-bga.net')}`,
  ])('%s is refused', async (email) => {
    expect(await register(email)).toEqual([422, 'disposable-address'])
  })

  test.each(['a@example.com', 'mailinator.com@example.com', 'a@mailinator.example', 'a@mailinator.com.example.org'])(
    '%s is none',
    async (email) => {
      expect(await register(email)).toEqual([201, 'mailed'])
    },
  )

  test('is taken where the operator allows it', async () => {
    await holdall.services.settings.set('registration.disposable_allowed', true)
    expect(await register('b@mailinator.com')).toEqual([201, 'mailed'])
  })
})
