import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { day } from '../../infrastructure/clock.ts'
import type { Transact } from '../../infrastructure/db/transact.ts'
import { createLog } from '../../infrastructure/log.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { createSmtpMailer } from '../../infrastructure/mail/smtp-mailer.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { confirmAddress } from './verification.ts'

const mails: Mail[] = []
let holdall: TestApp
/** The mails to one address that are due. */
const mailsTo = async (email: string) => {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to }) => to === email)
}
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const register = async (email: string, name = 'Ada', password = testPassword) => {
  const client = holdall.visitor()
  const person = { name, email, password, password_confirmation: password }
  return { client, answer: await client.post('/api/register', person) }
}
const linkTo = async (email: string) => new URL(/http\S+/.exec((await mailsTo(email)).at(-1)!.text)![0])
/** What the page that the link opens does. */
const confirm = ({ pathname, searchParams }: URL) =>
  holdall
    .visitor()
    .post(pathname.replace('/verify-email/', '/api/user/verify/'), Object.fromEntries(searchParams.entries()))
const signIn = (email: string, password = testPassword) => holdall.visitor().post('/login', { email, password })

describe('an address that is not confirmed', () => {
  test('cannot sign in, and signing up does not sign in', async () => {
    const { client, answer } = await register('one@example.com')
    expect(answer.body).toEqual({ verification: 'mailed' })
    expect((await client.get('/api/user')).status).toBe(401)
    const refused = await signIn('one@example.com')
    expect([refused.status, refused.body.code]).toEqual([403, 'not-verified'])
  })

  test('is not confirmed by a link that is forged, of another account, or too old', async () => {
    await register('two@example.com')
    await register('three@example.com')
    const link = await linkTo('two@example.com')
    const other = await linkTo('three@example.com')
    const later = new URL(link)
    later.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1))
    const swapped = new URL(link)
    swapped.pathname = other.pathname
    const unsigned = new URL(link)
    unsigned.searchParams.set('signature', '')
    for (const forged of [later, swapped, unsigned]) expect((await confirm(forged)).body.code).toBe('not-found')
    holdall.clock.advance(3 * day + 1000)
    const expired = await confirm(link)
    expect([expired.status, expired.body.code]).toEqual([410, 'link-expired'])
    expect((await signIn('two@example.com')).body.code).toBe('not-verified')
  })

  test('gets a link to the public address, whatever host the caller named', async () => {
    const person = {
      name: 'Eve',
      email: 'eve@example.com',
      password: testPassword,
      password_confirmation: testPassword,
    }
    await holdall.visitor().post('/api/register', person, { host: 'evil.example' })
    expect((await linkTo('eve@example.com')).origin).toBe('https://files.example')
  })

  test('is confirmed by the link in the mail, and then signs in', async () => {
    await register('four@example.com')
    const link = await linkTo('four@example.com')
    expect([(await confirm(link)).status, (await confirm(link)).status]).toEqual([204, 204])
    expect((await signIn('four@example.com')).status).toBe(200)
    holdall.clock.advance(3 * day + 1000)
    expect((await confirm(link)).status).toBe(204)
  })

  test('is not confirmed when a mail scanner opens the link, nor by its former address, which leads to the page', async () => {
    await register('scanned@example.com')
    const { pathname, search } = await linkTo('scanned@example.com')
    await holdall.visitor().get(pathname + search)
    const former = await holdall.visitor().get(pathname.replace('/verify-email/', '/api/user/verify/') + search)
    expect([former.status, former.raw.headers.location]).toEqual([302, pathname + search])
    expect((await signIn('scanned@example.com')).body.code).toBe('not-verified')
  })

  test('is not confirmed by the link of a sign-up that was replaced while the link was checked', async () => {
    const email = 'raced@example.com'
    await register(email)
    const { pathname, searchParams } = await linkTo(email)
    const { services } = holdall
    const replacing: Transact = async (work) => {
      await register(email, 'Mallory', 'the password of Mallory')
      return services.transact(work)
    }
    const proof = { expires: searchParams.get('expires')!, signature: searchParams.get('signature')! }
    const confirming = confirmAddress(
      { ...services, transact: replacing },
      { kind: 'anonymous' },
      pathname.split('/').at(-1)!,
      proof,
    )
    await expect(confirming).rejects.toMatchObject({ code: 'not-found' })
    expect((await signIn(email, 'the password of Mallory')).body.code).toBe('not-verified')
  })

  test('is confirmed however often others of the same network confirm theirs', async () => {
    await register('busy@example.com')
    const link = await linkTo('busy@example.com')
    const office = holdall.visitor()
    const path = link.pathname.replace('/verify-email/', '/api/user/verify/')
    const answers = []
    for (let i = 0; i < 100; i++) answers.push(await office.post(path, Object.fromEntries(link.searchParams.entries())))
    expect(answers.filter(({ status }) => status !== 204)).toEqual([])
  })

  test('gets another mail, and the answer does not reveal whether there was one', async () => {
    await register('five@example.com')
    const sent = (await mailsTo('five@example.com')).length
    const waiting = async () => (await holdall.services.jobs.list()).length
    const resend = async (email: string) => {
      const before = await waiting()
      const { status, raw } = await holdall.visitor().post('/api/user/verify', { email })
      return [status, raw.payload, (await waiting()) - before]
    }
    // The work before the answer is the same: what the mail says, and whether there is one, is decided afterwards.
    expect(await resend('five@example.com')).toEqual([204, '', 1])
    expect(await resend('nobody@example.com')).toEqual([204, '', 1])
    expect(await mailsTo('five@example.com')).toHaveLength(sent + 1)
    expect(await mailsTo('nobody@example.com')).toEqual([])
    // Once it is confirmed there is nothing to send.
    await confirm(await linkTo('five@example.com'))
    expect(await resend('five@example.com')).toEqual([204, '', 1])
    expect(await mailsTo('five@example.com')).toHaveLength(sent + 1)
  })
})

describe('signing up where mail is configured', () => {
  test('gives the same answer for a new and an existing address, and tells its owner by mail', async () => {
    const first = (await register('owner@example.com')).answer
    await confirm(await linkTo('owner@example.com'))
    const before = await mailsTo('owner@example.com')
    const { client, answer: second } = await register('Owner@example.com', 'Mallory')
    const shape = ({ status, raw }: typeof first) => [status, raw.payload, Object.keys(raw.headers).sort()]
    expect(shape(second)).toEqual(shape(first))
    expect((await client.get('/api/user')).status).toBe(401)
    const [mail, ...more] = (await mailsTo('owner@example.com')).slice(before.length)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('You already have an account for Holdall')
    expect(mail!.text).toContain('https://files.example/sign-in')
    expect(mail!.text).not.toContain('Mallory')
    expect((await signIn('owner@example.com')).status).toBe(200)
  })

  test('sends the link again to an address that is not confirmed', async () => {
    await register('again@example.com')
    await mailsTo('again@example.com')
    await register('again@example.com')
    const subjects = (await mailsTo('again@example.com')).map(({ subject }) => subject)
    expect(subjects).toEqual(Array(2).fill('Confirm your e-mail address for Holdall'))
  })

  test('replaces name and password of a sign-up that was not confirmed, whose link stops working', async () => {
    const email = 'claimed@example.com'
    await register(email, 'Mallory', 'chosen by mallory')
    const earlier = await linkTo(email)
    await register(email, 'Olive Owner', 'chosen by the owner')
    const latest = await linkTo(email)
    expect((await confirm(earlier)).body.code).toBe('not-found')
    expect((await confirm(latest)).status).toBe(204)
    expect((await signIn(email, 'chosen by mallory')).body.code).toBe('bad-credentials')
    expect((await signIn(email, 'chosen by the owner')).status).toBe(200)
    const { db } = holdall.services
    const user = await db
      .selectFrom('users')
      .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
      .select(['name', 'first_name', 'last_name'])
      .where('email', '=', email)
      .executeTakeFirst()
    expect(user).toEqual({ name: 'Olive Owner', first_name: 'Olive', last_name: 'Owner' })
  })

  test('leaves an account alone that is in use, as from a time without a mail server', async () => {
    const email = 'in-use@example.com'
    await register(email, 'Olive Owner', 'chosen by the owner')
    const { clock, db } = holdall.services
    await db.updateTable('users').set({ first_sign_in_at: clock.now() }).where('email', '=', email).execute()
    expect((await register(email, 'Mallory', 'chosen by mallory')).answer.body).toEqual({ verification: 'mailed' })
    expect((await confirm(await linkTo(email))).status).toBe(204)
    expect((await signIn(email, 'chosen by mallory')).body.code).toBe('not-verified')
    expect((await signIn(email, 'chosen by the owner')).status).toBe(200)
  })

  test('does not reveal at a sign-in with the new password whether the address had an account', async () => {
    await register('known@example.com', 'Olive Owner', 'chosen by the owner')
    await confirm(await linkTo('known@example.com'))
    const probes = ['known@example.com', 'unknown@example.com']
    for (const email of probes) await register(email, 'Mallory', 'chosen by mallory')
    const answers = async (password: string) => {
      const call = async (url: string, email: string) => {
        const { status, raw } = await holdall.visitor().post(url, { email, password })
        return [status, raw.payload]
      }
      return Promise.all(
        probes.map(async (email) => [await call('/login', email), await call('/api/login', email)] as const),
      )
    }
    for (const password of ['chosen by mallory', 'chosen by nobody']) {
      const [known, unknown] = await answers(password)
      expect(known).toEqual(unknown)
    }
    expect((await signIn('known@example.com', 'chosen by mallory')).body.code).toBe('not-verified')
    expect((await signIn('known@example.com', 'chosen by the owner')).status).toBe(200)
  })

  test('tells the owner of an account again by mail, where another confirmation of such a sign-up is requested', async () => {
    const email = 'forgetful@example.com'
    await register(email)
    await confirm(await linkTo(email))
    const resend = () => holdall.visitor().post('/api/user/verify', { email })
    const before = (await mailsTo(email)).length
    await resend()
    expect(await mailsTo(email)).toHaveLength(before)
    await register(email, 'Ada', 'another of the owner')
    await resend()
    const subjects = (await mailsTo(email)).slice(before).map(({ subject }) => subject)
    expect(subjects).toEqual(Array(2).fill('You already have an account for Holdall'))
  })

  test('sends the owner of an address a few mails, however often others sign up with it', async () => {
    for (let i = 0; i < 30; i++) expect((await register('bombed@example.com')).answer.status).toBe(201)
    expect((await mailsTo('bombed@example.com')).length).toBeLessThanOrEqual(8)
  })

  test('two at the same time create one account', async () => {
    const answers = await Promise.all(['race@example.com', 'Race@example.com'].map((email) => register(email)))
    expect(answers.map(({ answer }) => answer.status)).toEqual([201, 201])
    const { db } = holdall.services
    expect(await db.selectFrom('users').select('id').where('email', '=', 'race@example.com').execute()).toHaveLength(1)
  })

  test.each([
    ['Ada Lovelace', 'Hello Ada Lovelace,'],
    ['Dr. Zoë O’Hara-Núñez', 'Hello Dr. Zoë O’Hara-Núñez,'],
    ['Win at evil.example', 'Hello,'],
    ['https://evil.example', 'Hello,'],
    ['<b>Ada</b>', 'Hello,'],
    ['x'.repeat(41), 'Hello,'],
  ])('greets %j with %j', async (name, line) => {
    const email = `${Buffer.from(name).toString('hex').slice(0, 40)}@example.com`
    await register(email, name)
    expect((await mailsTo(email))[0]!.text.split('\n')[0]).toBe(line)
  })
})

describe('mail', () => {
  const deps = { branding: () => Promise.resolve({ name: 'Holdall', accent: null }), log: createLog('silent') }

  test('arrives at the server that the operator names', async () => {
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
    const mailer = await createSmtpMailer(
      { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://files.example' },
      deps,
    )
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', text: 'A line.' })
    await new Promise<void>((resolve) => server.close(resolve))
    expect(received).toMatch(/^From: Holdall <holdall@files.example>\r\nTo: ada@example.com\r\nSubject: Hello\r\n/m)
    expect(received).toContain('A line.')
  })

  test('goes to one address, whatever is in it', async () => {
    const recipients: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        recipients.push(address)
        done()
      },
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const mailer = await createSmtpMailer(
      { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://files.example' },
      deps,
    )
    await mailer
      .send({ to: 'x@example.com,root@example.com', subject: 'Hello', text: 'A line.' })
      .catch(() => undefined)
    await new Promise<void>((resolve) => server.close(resolve))
    expect(recipients).not.toContain('root@example.com')
  })

  test('that cannot be sent loses no account, and is sent once the server answers again', async () => {
    const sent: Mail[] = []
    let isDown = true
    const broken = await testApp({
      mailer: {
        publicUrl: 'https://files.example',
        send: (mail) => (isDown ? Promise.reject(new Error('no route')) : Promise.resolve(void sent.push(mail))),
      },
    })
    const person = { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword }
    expect((await broken.visitor().post('/api/register', person)).status).toBe(201)
    const { jobs } = broken.services
    await jobs.runDue()
    const [waiting] = await jobs.list()
    expect(waiting).toMatchObject({ name: 'send-account-mail', state: 'waiting', attempts: 1, error: 'no route' })
    isDown = false
    await jobs.retry(waiting!.id)
    await jobs.runDue()
    expect(sent.map(({ to }) => to)).toEqual(['a@example.com'])
    await broken.close()
  })

  test('does not delay sign-up when its server accepts connections and does not answer', async () => {
    const connections = new Set<Socket>()
    let isSilent = true
    const silent = createServer((socket) => {
      connections.add(socket)
      if (!isSilent) socket.destroy()
    })
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const waiting = await testApp({
      config: { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://files.example' },
    })
    const { jobs } = waiting.services
    const running = async () => (await jobs.list()).filter(({ state }) => state === 'active').length
    jobs.start()
    const person = { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword }
    const sign = () => waiting.visitor().post('/api/register', person)
    expect((await sign()).status).toBe(201)
    await until(() => connections.size > 0)
    expect((await sign()).status).toBe(201)
    expect((await waiting.visitor().post('/api/user/verify', { email: 'a@example.com' })).status).toBe(204)
    expect(await running()).toBeGreaterThan(0)
    isSilent = false
    for (const socket of connections) socket.destroy()
    await until(async () => (await running()) === 0)
    silent.close()
    await waiting.close()
  })
})
