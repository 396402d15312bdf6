import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const subjects = {
  'en-US': ['Confirm your e-mail address for Holdall', 'You already have an account for Holdall'],
  de: ['Bestätigen Sie Ihre E-Mail-Adresse für Holdall', 'Sie haben bereits ein Konto bei Holdall'],
  ar: ['أكّد عنوان بريدك الإلكتروني في Holdall', 'لديك حساب بالفعل في Holdall'],
} as const

/** Signs up in a browser in which this language was chosen, and returns the mail that is sent. */
async function mailAfterSignUp(email: string, chosen?: string, name = 'Ada'): Promise<Mail> {
  const person = { name, email, password: testPassword, password_confirmation: testPassword }
  const headers = chosen === undefined ? {} : { cookie: `holdall_locale=${encodeURIComponent(chosen)}` }
  expect((await holdall.visitor().post('/api/register', person, headers)).status).toBe(201)
  await holdall.services.jobs.runDue()
  const mail = mails.findLast(({ to }) => to === email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return mail
}

test.each(Object.entries(subjects))(
  'mails are in the language that the receiver chose: %s',
  async (locale, [confirm, exists]) => {
    const email = `${locale.toLowerCase()}@example.com`
    const mail = await mailAfterSignUp(email, locale)
    expect(mail.subject).toBe(confirm)
    expect(mail.text).toMatch(/\n\nhttps:\/\/files\.example\/verify-email\/\S+\n\n/)
    expect(mail.text.split('\n')[0]).toContain('Ada')
    expect(mail.text).not.toMatch(/[{}]/)
    const { db } = holdall.services
    await db.updateTable('users').set({ verified_at: 1 }).where('email', '=', email).execute()
    // Somebody who signs up with another person's address does not influence the mail to its owner.
    const other = await mailAfterSignUp(email, locale === 'de' ? 'ar' : 'de', 'Mallory')
    expect(other.subject).toBe(exists)
    expect(other.text).toMatch(/\n\nhttps:\/\/files\.example\/sign-in\n\n/)
    expect(other.text).not.toContain('Mallory')
  },
)

test('a language that was chosen later is used, and for a region its language', async () => {
  const ben = await holdall.signUp({ email: 'ben@example.com' })
  for (const [value, locale] of [
    ['de-AT', 'de'],
    ['ar', 'ar'],
    ['en-GB', 'en-US'],
  ] as const) {
    expect((await ben.patch('/api/user/settings', { name: 'locale', value })).status).toBe(204)
    expect((await mailAfterSignUp('ben@example.com')).subject).toBe(subjects[locale][1])
  }
})

test.each([undefined, '"><script>', 'xx', 'de-12', 'de-DE-DE', 'en-aaaaaaaa-aaaaaaaa'])(
  'without a choice (%j) they are in the default language',
  async (chosen) => {
    await holdall.services.settings.set('app.locale', 'de')
    const email = `default${String(chosen?.length)}@example.com`
    const mail = await mailAfterSignUp(email, chosen)
    await holdall.services.settings.set('app.locale', 'en-US')
    expect(mail.subject).toBe(subjects.de[0])
  },
)

test('the language chosen at sign-up is that of the account', async () => {
  await mailAfterSignUp('kept@example.com', 'ar')
  await mailAfterSignUp('kept@example.com', 'de')
  const { db } = holdall.services
  const account = await db
    .selectFrom('user_settings')
    .innerJoin('users', 'users.id', 'user_id')
    .select('locale')
    .where('email', '=', 'kept@example.com')
    .executeTakeFirst()
  expect(account).toEqual({ locale: 'de' })
})

test('a stored language that is no longer valid does not stop the mail', async () => {
  await holdall.signUp({ email: 'old@example.com' })
  const { db } = holdall.services
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'old@example.com')
    .executeTakeFirstOrThrow()
  await db.updateTable('user_settings').set({ locale: 'de-12' }).where('user_id', '=', id).execute()
  expect((await mailAfterSignUp('old@example.com')).subject).toBe(subjects.de[1])
})
