import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../config/config.ts'
import { day } from '../clock.ts'
import { createMailer, type Mail } from '../mail/mailer.ts'
import { testApp, type TestApp, testPassword } from '../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const register = async (email: string) => {
  const client = holdall.visitor()
  const person = { name: 'Ada', email, password: testPassword, password_confirmation: testPassword }
  return { client, answer: await client.post('/api/register', person) }
}
const linkTo = (email: string) => {
  const mail = mails.findLast(({ to }) => to === email)
  return new URL(/http\S+/.exec(mail!.text)![0])
}
const signIn = (email: string) => holdall.visitor().post('/login', { email, password: testPassword })

describe('an address that is not confirmed', () => {
  it('cannot sign in, and signing up does not sign in', async () => {
    const { client, answer } = await register('one@example.com')
    expect(answer.body).toEqual({ verification: 'mailed' })
    expect((await client.get('/api/user')).status).toBe(401)
    const refused = await signIn('one@example.com')
    expect([refused.status, refused.body.code]).toEqual([403, 'not-verified'])
  })

  it('is not confirmed by a link that is forged, of another account, or too old', async () => {
    await register('two@example.com')
    await register('three@example.com')
    const link = linkTo('two@example.com')
    const other = linkTo('three@example.com')
    const later = new URL(link)
    later.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1))
    const swapped = new URL(link)
    swapped.pathname = other.pathname
    const unsigned = new URL(link)
    unsigned.searchParams.set('signature', '')
    for (const { pathname, search } of [later, swapped, unsigned]) {
      expect((await holdall.visitor().get(pathname + search)).status).toBe(404)
    }
    holdall.clock.advance(3 * day + 1000)
    expect((await holdall.visitor().get(link.pathname + link.search)).status).toBe(404)
    expect((await signIn('two@example.com')).body.code).toBe('not-verified')
  })

  it('gets a link to the public address, whatever host the caller named', async () => {
    const person = {
      name: 'Eve',
      email: 'eve@example.com',
      password: testPassword,
      password_confirmation: testPassword,
    }
    await holdall.visitor().post('/api/register', person, { host: 'evil.example' })
    expect(linkTo('eve@example.com').origin).toBe('https://files.example')
  })

  it('is confirmed by the link in the mail, and then signs in', async () => {
    await register('four@example.com')
    const { pathname, search } = linkTo('four@example.com')
    const answer = await holdall.visitor().get(pathname + search)
    expect([answer.status, answer.raw.headers.location]).toEqual([302, '/successfully-verified'])
    expect((await signIn('four@example.com')).status).toBe(200)
  })

  it('gets another mail, and nobody learns whether there was one', async () => {
    await register('five@example.com')
    const sent = mails.length
    const known = await holdall.visitor().post('/api/user/verify', { email: 'five@example.com' })
    const unknown = await holdall.visitor().post('/api/user/verify', { email: 'nobody@example.com' })
    expect([known.status, known.raw.payload]).toEqual([unknown.status, unknown.raw.payload])
    expect(mails.length).toBe(sent + 1)
  })
})

describe('mail', () => {
  it('is not configured without a server: then nothing is verified', async () => {
    expect(await createMailer(readConfig({}))).toBeNull()
  })

  it('arrives at the server that the operator names', async () => {
    let received = ''
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        stream.on('data', (chunk: Buffer) => (received += chunk.toString()))
        stream.on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const mailer = await createMailer(
      readConfig({ HOLDALL_SMTP_URL: `smtp://127.0.0.1:${port}`, HOLDALL_PUBLIC_URL: 'https://files.example' }),
    )
    await mailer!.send({ to: 'ada@example.com', subject: 'Hello', text: 'A line.' })
    await new Promise<void>((resolve) => server.close(resolve))
    expect(received).toMatch(/^From: Holdall <holdall@files.example>\r\nTo: ada@example.com\r\nSubject: Hello\r\n/)
    expect(received).toContain('A line.')
  })

  it('that cannot be sent loses no account', async () => {
    const broken = await testApp({ mailer: { publicUrl: '', send: () => Promise.reject(new Error('no route')) } })
    const person = { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword }
    expect((await broken.visitor().post('/api/register', person)).status).toBe(201)
    await broken.close()
  })
})
