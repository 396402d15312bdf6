import type { Mail } from '../../infrastructure/mail/mail.ts'
import { messageOf } from '../../infrastructure/mail/mail-message.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let mails: Mail[]
beforeEach(async () => {
  mails = []
  const send = (mail: Mail) => Promise.resolve(void mails.push(mail))
  holdall = await testApp({ mailer: { publicUrl: 'https://files.example', send } })
  await holdall.services.settings.set('app.contact_email', 'operator@example.com')
})
afterEach(() => holdall.close())

const valid = { name: 'Sam Rivers', email: 'sam@example.com', message: 'Hello,\n\ncan I have more?' }
const write = (body: Record<string, unknown>, address?: string) => holdall.visitor(address).post('/api/contact', body)

test('is not found without a contact address', async () => {
  await holdall.services.settings.set('app.contact_email', null)
  expect((await write(valid)).body.code).toBe('not-found')
  expect((await holdall.visitor().get('/api/config')).body.contact).toBe(false)
})

test.each([
  [{ email: 'sam@example.com\r\nBcc: all@example.com' }],
  [{ email: 'sam@example.com, all@example.com' }],
  [{ email: 'Sam <sam@example.com>' }],
  [{ email: '' }],
  [{ name: 'Sam\r\nBcc: all@example.com' }],
  [{ message: ' \n ' }],
  [{ message: 'x'.repeat(5001) }],
])('refuses %j', async (own) => {
  const { status, body } = await write({ ...valid, ...own })
  expect([status, body.code]).toEqual([422, 'validation'])
})

test('reaches the operator as a mail that is answered to the visitor', async () => {
  expect((await write(valid)).body).toEqual({ message: 'Your message was sent.' })
  await holdall.services.jobs.runDue()
  expect(mails).toHaveLength(1)
  const [mail] = mails as [Mail]
  expect(mail).toMatchObject({ to: 'operator@example.com', replyTo: 'sam@example.com' })
  expect(mail.text).toContain('Sam Rivers (sam@example.com)')
  expect(mail.text).toContain('can I have more?')
  const sent = messageOf(mail, {
    publicUrl: 'https://files.example',
    sender: null,
    branding: { name: 'Holdall', accent: null },
  })
  expect(sent).toMatchObject({
    from: { address: 'holdall@files.example' },
    replyTo: { name: '', address: 'sam@example.com' },
  })
})

test('markup of a visitor is text in the mail', async () => {
  await write({ ...valid, message: '<img src=x onerror=alert(1)>' })
  await holdall.services.jobs.runDue()
  const branding = { name: 'Holdall', accent: null }
  const { html } = messageOf(mails[0]!, { publicUrl: 'https://files.example', sender: null, branding })
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('&lt;img src=x')
})

test('takes a solved challenge where the operator asks for one', async () => {
  await holdall.services.settings.set('protection.proof_of_work', true)
  expect((await write(valid)).body.code).toBe('human-check-failed')
  await holdall.services.jobs.runDue()
  expect(mails).toEqual([])
})

test('counts the messages of a network address', async () => {
  for (let message = 0; message < 8; message++) expect((await write(valid, '203.0.113.7')).status).toBe(200)
  expect((await write(valid, '203.0.113.7')).body.code).toBe('throttled')
  expect((await write(valid, '203.0.113.8')).status).toBe(200)
})

test('counts the messages of all addresses together', async () => {
  const answers = []
  for (let sender = 0; sender < 202; sender++) answers.push((await write(valid, `198.51.100.${sender}`)).body.code)
  expect(answers.filter((code) => code === 'throttled').length).toBeGreaterThan(0)
  expect(answers.slice(0, 200).filter((code) => code !== undefined)).toEqual([])
})

test('without a mail server the message is a file', async () => {
  const plain = await testApp()
  await plain.services.settings.set('app.contact_email', 'operator@example.com')
  expect((await plain.visitor().post('/api/contact', valid)).status).toBe(200)
  await plain.services.jobs.runDue()
  const { readdirSync, readFileSync } = await import('node:fs')
  const [name] = readdirSync(plain.services.mailFolder.path)
  expect(readFileSync(`${plain.services.mailFolder.path}/${name}`, 'utf8')).toContain('Reply-To: sam@example.com')
  await plain.close()
})
