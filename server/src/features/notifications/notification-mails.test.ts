import { day, hour } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { bodyText } from '../../infrastructure/mail/mail-text.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import type { NewNotification } from './notification-service.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())
beforeEach(async () => {
  await holdall.services.jobs.runDue()
  mails.length = 0
})

const signIn = (address: string): NewNotification => ({
  category: 'security',
  title: 'notification.sign_in.title',
  description: 'notification.sign_in.description',
  values: { device: 'browser', browser: 'Safari', system: '', address },
})
const notify = ({ userId }: SignedIn, notification = signIn('192.0.2.7')) =>
  holdall.services.transact((trx) => holdall.services.notifications.notify(trx, userId, notification))
const choose = async (user: SignedIn, value: string) =>
  (await user.patch('/api/user/settings', { name: 'notification_mails', value })).status
const sent = async () => {
  await holdall.services.jobs.runDue()
  return mails
}

test('the setting takes three values, is never at first, and comes with the user', async () => {
  const ann = await holdall.signUp()
  const saved = async () =>
    (await ann.get('/api/user')).body.data.relationships.settings.data.attributes.notification_mails
  expect(await saved()).toBe('never')
  for (const value of ['weekly', null, '', 1]) {
    expect((await ann.patch('/api/user/settings', { name: 'notification_mails', value })).status).toBe(422)
  }
  expect([await choose(ann, 'daily'), await saved()]).toEqual([204, 'daily'])
})

test('nothing is sent to those who did not ask for it, and about what is mailed in any case', async () => {
  const [never, instant, daily] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
  await choose(instant, 'instant')
  await choose(daily, 'daily')
  await notify(never)
  await notify(instant, { ...signIn('x'), isMailed: true })
  await notify(daily, { ...signIn('x'), isMailed: true })
  expect(await sent()).toEqual([])
  holdall.clock.advance(2 * day)
  expect(await sent()).toEqual([])
})

test('a copy is sent at once, in the language of the receiver, and says how to unsubscribe', async () => {
  const ann = await holdall.signUp()
  await choose(ann, 'instant')
  await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
  await notify(ann)
  expect(await sent()).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    to: ann.email,
    subject: 'Neue Anmeldung – Holdall',
    locale: 'de',
    action: { label: 'Holdall öffnen', link: 'https://files.example/' },
    unsubscribeUrl: 'https://files.example/user/profile',
  })
  expect(mails[0]!.text).toContain('Safari wurde von 192.0.2.7 aus bei Ihrem Konto angemeldet.')
  expect(mails[0]!.text).toContain('Abbestellen können Sie sie in Ihrem Profil:\n\nhttps://files.example/user/profile')
  expect(mails[0]!.text).not.toMatch(/[{}]/)
  holdall.clock.advance(2 * day)
  expect(await sent()).toHaveLength(1)
})

test.each(['instant', 'daily'])('a name in a copy (%s) is no link and cannot fill the mail', async (wanted) => {
  const ann = await holdall.signUp()
  await choose(ann, wanted)
  const name = `https://evil.example/login ${'a'.repeat(300)}`
  await notify(ann, {
    category: 'team-invitation',
    title: 'notification.team_inherited.title',
    description: 'notification.team_inherited.description',
    values: { name },
  })
  if (wanted === 'daily') holdall.clock.advance(2 * day)
  const [mail] = (await sent()) as [Mail]
  const text = bodyText(mail.text)
  expect(text).toContain('evil.\u200cexample/\u200clogin')
  expect(text.replaceAll('https://files.example', '')).not.toMatch(/:\/|\.[a-z]|a{80}/)
  const listed = (await ann.get('/api/notifications')).body.data[0].attributes.description
  expect(listed).toContain(name)
})

test('no copy reaches an address that is not confirmed, a deleted user, or one who has chosen otherwise meanwhile', async () => {
  const { db } = holdall.services
  const [unconfirmed, deleted, changed, gone] = [
    await holdall.signUp(),
    await holdall.signUp(),
    await holdall.signUp(),
    await holdall.signUp(),
  ]
  for (const user of [unconfirmed, deleted, changed, gone]) await choose(user, 'instant')
  await db.updateTable('users').set({ verified_at: null }).where('id', '=', unconfirmed.userId).execute()
  for (const user of [unconfirmed, deleted, changed, gone]) await notify(user)
  await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', deleted.userId).execute()
  await choose(changed, 'never')
  await gone.delete('/api/notifications')
  expect(await sent()).toEqual([])
})

test('a daily mail has what is unread of the last day, once', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  for (const user of [ann, bob]) await choose(user, 'daily')
  await sent()
  await notify(ann, signIn('192.0.2.1'))
  await ann.post('/api/notifications/read')
  await notify(ann, signIn('192.0.2.2'))
  await notify(ann, signIn('192.0.2.3'))
  await notify(bob)
  await bob.post('/api/notifications/read')
  holdall.clock.advance(hour)
  expect(await sent()).toEqual([])
  holdall.clock.advance(day)
  expect(await sent()).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    to: ann.email,
    subject: '2 new notifications – Holdall',
    locale: 'en-US',
    action: { label: 'Open Holdall', link: 'https://files.example/' },
    unsubscribeUrl: 'https://files.example/user/profile',
  })
  expect(mails[0]!.text).toMatch(
    /- New sign-in\n {2}Safari .* 192\.0\.2\.3\.[^]*- New sign-in\n {2}Safari .* 192\.0\.2\.2\./,
  )
  expect(mails[0]!.text).not.toContain('192.0.2.1.')
  expect(mails[0]!.text).toContain('https://files.example/user/profile')
  holdall.clock.advance(day)
  expect(await sent()).toHaveLength(1)
})

test('those who no longer want the daily mail get none of what waited for it, also later', async () => {
  const ann = await holdall.signUp()
  await choose(ann, 'daily')
  await notify(ann)
  await choose(ann, 'never')
  holdall.clock.advance(day)
  expect(await sent()).toEqual([])
  await choose(ann, 'daily')
  holdall.clock.advance(day)
  expect(await sent()).toEqual([])
})
