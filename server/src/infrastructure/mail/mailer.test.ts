import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { sampleMails } from '../../testing/mail-preview/sample-mails.ts'
import { testApp, testPassword } from '../../testing/test-app.ts'
import { createLog } from '../log.ts'
import { languages } from '../messages/text-in.ts'
import { createFolderMailer } from './folder-mailer.ts'
import type { Mail } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const publicUrl = 'https://files.example'
const log: string[] = []
const deps = {
  branding: () => Promise.resolve({ name: 'Attic & Co', accent: '#ffd000' }),
  log: createLog('info', { destination: { write: (line) => void log.push(line) } }),
}
const servers: SMTPServer[] = []
beforeEach(() => (log.length = 0))
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))))
})

/** A mail server, and the messages that it has received. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      let message = ''
      stream.on('data', (chunk: Buffer) => (message += chunk.toString()))
      stream.on('end', () => {
        received.push(message)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const at = (path = '', credentials = '', protocol = 'smtp') => `${protocol}://${credentials}127.0.0.1:${port}${path}`
  return { received, at }
}
const mailerAt = (smtpUrl: string) => createSmtpMailer({ smtpUrl, publicUrl }, deps)
/** The text ends with the line end of its last line. */
async function parse(message: string | undefined) {
  const { text = '', ...parsed } = await PostalMime.parse(message ?? '')
  return { ...parsed, text: text.trimEnd() }
}

const hello: Mail = {
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello Ada,\n\nopen it here:\n\nhttps://files.example/a?b=1&c=2\n\nBye.\n',
  locale: 'de',
  action: { label: 'Öffnen', link: 'https://files.example/a?b=1&c=2' },
}

test('a mail has a text and an HTML part in its language, and fetches nothing', async () => {
  const { received, at } = await mailServer()
  await (await mailerAt(at())).send(hello)
  const { from, to, subject, text, html = '', headers } = await parse(received[0])
  expect(from).toMatchObject({ name: 'Attic & Co', address: 'holdall@files.example' })
  expect(to).toEqual([{ name: '', address: 'ada@example.com' }])
  expect([subject, text]).toEqual(['Hello', hello.text.trimEnd()])
  expect(headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'content-language', value: 'de' }),
    ]),
  )
  expect(headers.filter(({ key }) => key.startsWith('list-'))).toEqual([])
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html.match(/href="[^"]*"/g)).toEqual(Array(2).fill('href="https://files.example/a?b=1&amp;c=2"'))
  expect(html).toContain('>Öffnen</a>')
  expect(html).toContain('Attic &amp; Co')
  expect(html).not.toMatch(/<img|<script|<link|<iframe|src=|url\(|@import/i)
})

test('a mail that is only a text gets the same parts', async () => {
  const { received, at } = await mailServer()
  await (
    await mailerAt(at('/?from=Files+%3Cno-reply%40files.example%3E'))
  ).send({
    to: 'ada@example.com',
    subject: 'Hello',
    text: 'A line.\nAnother.',
  })
  const { from, html } = await parse(received[0])
  expect(from).toMatchObject({ name: 'Files', address: 'no-reply@files.example' })
  expect(html).toContain('A line.<br>Another.</p>')
})

test('nothing in a mail becomes markup or a header', async () => {
  const { received, at } = await mailServer()
  const hostile = '"><img src=x onerror=alert(1)>\r\nBcc: eve@example.com\u202e\0'
  await (
    await mailerAt(at())
  ).send({
    to: 'ada@example.com',
    subject: hostile,
    text: `${hostile}\n\n<script>alert(1)</script>`,
    action: { label: hostile, link: `https://files.example/${hostile}` },
  })
  expect(received).toHaveLength(1)
  expect(received[0]?.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  const { subject, bcc, text, html = '' } = await parse(received[0])
  expect([subject, bcc]).toEqual(['"><img src=x onerror=alert(1)> Bcc: eve@example.com', undefined])
  expect(html).not.toMatch(/<img|<script/)
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
  expect(text + html).not.toMatch(/[\0\u202e]/)
})

test('the size of a mail is bounded', async () => {
  const { received, at } = await mailServer()
  await (await mailerAt(at())).send({ to: 'ada@example.com', subject: 'x'.repeat(1e5), text: '<'.repeat(1e6) })
  const { subject = '', text } = await parse(received[0])
  expect([subject.length, text.length]).toEqual([200, 20_000])
  expect(received[0]!.length).toBeLessThan(250_000)
})

test('a mail that people did not cause themselves says where to stop it', async () => {
  const { received, at } = await mailServer()
  await (await mailerAt(at())).send({ ...hello, unsubscribeUrl: 'https://files.example/user/profile' })
  expect(received[0]).toMatch(/^List-Unsubscribe: <https:\/\/files\.example\/user\/profile>\r$/m)
})

test('the mails that people did not cause themselves are copies of notifications', () => {
  const mails = Object.entries(sampleMails('en-US', 'Holdall'))
  const stoppable = mails.filter(([, mail]) => mail.unsubscribeUrl !== undefined)
  expect(stoppable.map(([id]) => id)).toEqual(['notification', 'notifications'])
})

test('every mail of the server has a preview', () => {
  const kinds = Object.keys(languages['en-US']).flatMap((id) => /^mail\.(\w+)\.subject$/.exec(id)?.[1] ?? [])
  const previews = Object.keys(sampleMails('en-US', 'Holdall')).map((id) => id.replaceAll('-', '_'))
  const missing = kinds.filter((kind) => !previews.some((id) => id === kind || id.startsWith(`${kind}_`)))
  expect(missing).toEqual([])
})

describe('encryption', () => {
  const encrypted = { disabledCommands: [] }

  test('is used where the server offers it, and its certificate has to be valid', async () => {
    const { received, at } = await mailServer(encrypted)
    await expect((await mailerAt(at())).send(hello)).rejects.toThrow(/certificate/i)
    expect(received).toEqual([])
    await (await mailerAt(at('/?tls.rejectUnauthorized=false'))).send(hello)
    expect(received).toHaveLength(1)
  })

  test('can be demanded', async () => {
    const { received, at } = await mailServer()
    await expect((await mailerAt(at('/?requireTLS=true'))).send(hello)).rejects.toThrow(/STARTTLS/)
    expect(received).toEqual([])
  })
})

test('a wrong password fails the attempt, the right one sends', async () => {
  const { received, at } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'holdall' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
  })
  await expect((await mailerAt(at('', 'holdall:wrong@'))).send(hello)).rejects.toThrow(/Wrong password/)
  expect(received).toEqual([])
  await (await mailerAt(at('', 'holdall:p%40ss@'))).send(hello)
  expect(received).toHaveLength(1)
})

describe('the job of a mail', () => {
  const refusal = (responseCode: number) => Object.assign(new Error('No such user'), { responseCode })
  const person = { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword }

  test.each([
    [451, 'is retried', 1],
    [550, 'ends with a line in the log', 0],
  ])('that the server answers with %i %s', async (status, _what, waiting) => {
    let isRefused = true
    const { received, at } = await mailServer({
      onRcptTo: (_address, _session, done) => done(isRefused ? refusal(status) : null),
    })
    const holdall = await testApp({ config: { smtpUrl: at(), publicUrl } })
    const { jobs } = holdall.services
    expect((await holdall.visitor().post('/api/register', person)).status).toBe(201)
    await jobs.runDue()
    const left = await jobs.list()
    expect(left.map(({ name, state }) => [name, state])).toEqual(Array(waiting).fill(['send-account-mail', 'waiting']))
    expect(received).toEqual([])
    const logged = holdall.log.filter((line) => line.includes('a mail was refused for good'))
    expect(logged).toHaveLength(1 - waiting)
    expect(logged.join()).not.toContain('a@example.com')

    isRefused = false
    for (const { id } of left) await jobs.retry(id)
    await jobs.runDue()
    expect(received).toHaveLength(waiting)
    for (const message of received) {
      const { html = '' } = await parse(message)
      expect(html).toContain('>Confirm e-mail address</a>')
      expect(html).toMatch(/href="https:\/\/files\.example\/verify-email\/[^"]+&amp;signature=/)
    }
    await holdall.close()
  })
})

/** What is sent of a mail, without a mail server. */
async function messageFor(mail: Mail): Promise<string> {
  let message = ''
  const store = (bytes: Uint8Array) => Promise.resolve((message = Buffer.from(bytes).toString()))
  await createFolderMailer({ ...deps, folder: { store }, ownUrl: () => publicUrl }).send(mail)
  return message
}

describe.each(Object.keys(languages))('in %s', (locale) => {
  test.each(Object.entries(sampleMails(locale, 'Holdall')))(
    '%s has both parts, and one button where it leads somewhere',
    async (_id, mail) => {
      const message = await messageFor(mail)
      const { text, html = '' } = await parse(message)
      expect(text).toBe(mail.text.trimEnd())
      expect(text).not.toMatch(/[{}]/)
      expect(html).toContain(`lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`)
      // The button, and the address below it.
      expect(html.match(/<a /g) ?? []).toHaveLength(mail.action ? 2 : 0)
      expect(message.length).toBeLessThan(20_000)
    },
  )
})

test('the previews of mails are no part of a server', async () => {
  const holdall = await testApp()
  expect((await holdall.visitor().get('/dev/mails')).status).toBe(404)
  expect((await holdall.visitor().get('/dev/mails/en-US/verification')).status).toBe(404)
  await holdall.close()
})
