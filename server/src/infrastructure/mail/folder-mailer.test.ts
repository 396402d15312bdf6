import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { folder as newFolder } from '../../testing/file-requests.ts'
import { invite, teamFolder } from '../../testing/team-requests.ts'
import { sendTo, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { day, hour } from '../clock.ts'
import { MAILS_KEPT_MS, MAX_KEPT_MAILS } from './mail-folder.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp({ name: 'Ann' })
})
afterEach(() => holdall.close())

const folder = () => join(holdall.services.config.dataDir, 'mails')
const files = () => (existsSync(folder()) ? readdirSync(folder()).sort() : [])
/** The mails that are due and those before, the oldest first. */
async function written() {
  await holdall.services.jobs.runDue()
  const mails = await Promise.all(files().map((name) => PostalMime.parse(readFileSync(join(folder(), name)))))
  return mails.map(({ text = '', ...mail }) => ({ ...mail, text, link: /http\S+/.exec(text)?.[0] ?? '' }))
}
const receivers = async () => (await written()).map(({ to }) => to?.[0]?.address)
const changePassword = (user: SignedIn) =>
  user.post('/api/user/password', {
    current: testPassword,
    password: 'lake siljan at dawn',
    password_confirmation: 'lake siljan at dawn',
  })
const account = (email: string) => ({
  name: 'New',
  email,
  password: testPassword,
  password_confirmation: testPassword,
})

describe('without a mail server', () => {
  test('addresses are not verified, and no answer depends on mails', async () => {
    expect(holdall.services.mailer.delivers).toBe(false)
    const visitor = holdall.visitor()
    const page = (await visitor.get('/api/config')).body
    expect(page).toMatchObject({ emailVerification: false })
    expect((await visitor.post('/api/register', account('new@example.com'))).body).toEqual({ verification: 'none' })
    expect((await visitor.get('/api/user')).status).toBe(200)
    const again = await holdall.visitor().post('/api/register', account('new@example.com'))
    expect([again.status, again.body.code]).toEqual([422, 'validation'])
    const answers = []
    for (const email of ['new@example.com', 'nobody@example.com']) {
      const { status, raw } = await holdall.visitor().post('/api/user/verify', { email })
      answers.push([status, raw.payload])
    }
    expect(answers).toEqual([
      [204, ''],
      [204, ''],
    ])
    expect(await receivers()).toEqual([])
  })

  test('nobody can choose to send a mail', async () => {
    const refused = [
      await ann.post('/api/share', { id: await newFolder(ann, 'Spring'), emails: ['x@example.com'] }),
      await ann.post('/api/file-request', { email: 'x@example.com' }),
    ]
    expect(refused.map((answer) => answer.body.code)).toEqual(['validation', 'validation'])
    const { token } = await uploadRequest(ann)
    expect((await ann.post(`/api/file-request/${token}/email`, { emails: ['x@example.com'] })).body.code).toBe(
      'validation',
    )
    expect(await receivers()).toEqual([])
  })

  test('an account that was never confirmed signs in', async () => {
    const { db } = holdall.services
    await db.updateTable('users').set({ verified_at: null }).where('id', '=', ann.userId).execute()
    expect((await holdall.visitor().post('/login', { email: ann.email, password: testPassword })).status).toBe(200)
  })
})

test('the log says once where mails are, and then which file each is, without address and link', async () => {
  const said = () => holdall.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  await holdall.app.listen({ port: 0, host: '127.0.0.1' })
  expect(said().filter((line) => line['folder'] === folder())).toMatchObject([
    { level: 'info', msg: 'HOLDALL_SMTP_URL is not set: mails are not sent, but written to this folder' },
  ])
  await changePassword(ann)
  await invite(ann, await teamFolder(ann), 'carol@example.com')
  const mails = await written()
  expect(mails).toHaveLength(2)
  const lines = said().filter((line) => line['msg'] === 'a mail was written to the data folder')
  expect(lines.map((line) => String(line['file'])).sort()).toEqual(files().map((name) => join(folder(), name)))
  const secret = new URL(mails.find(({ to }) => to?.[0]?.address === 'carol@example.com')!.link).searchParams.get(
    'secret',
  )!
  for (const hidden of [ann.email, 'carol@example.com', secret])
    expect(JSON.stringify(lines) + files().join()).not.toContain(hidden)
  expect(holdall.log.join()).not.toContain(secret)
  expect(files().map((name) => statSync(join(folder(), name)).mode & 0o777)).toEqual([0o600, 0o600])
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
})

test('an invitation is written for whoever is invited, and its link works when it is handed out', async () => {
  const id = await invite(ann, await teamFolder(ann, 'Plans'), 'carol@example.com')
  const [mail] = await written()
  expect(mail).toMatchObject({ to: [{ address: 'carol@example.com' }], from: { name: 'Holdall' } })
  const link = new URL(mail!.link)
  expect(link.pathname).toBe(`/team-folder-invitation/${id}`)
  const path = `/api/teams/invitations/${id}`
  expect((await holdall.visitor().get(path)).body.code).toBe('not-found')
  const shown = await holdall.visitor().get(`${path}${link.search}`)
  expect(shown.body.data.attributes).toMatchObject({ name: 'Plans', isExistedUser: false })
})

test('a user who invites very many people has to wait, and does not replace the mails of others', async () => {
  await changePassword(await holdall.signUp())
  const people = (from: number) =>
    Array.from({ length: 50 }, (_, n) => ({ email: `p${from + n}@example.com`, permission: 'can_view' }))
  const codes: unknown[] = []
  for (let from = 0; from < 200; from += 50) {
    codes.push((await ann.post('/api/teams/folders', { name: `Team ${from}`, invitations: people(from) })).body.code)
  }
  expect(codes).toEqual([undefined, undefined, 'throttled', 'throttled'])
  expect(await written()).toHaveLength(101)
})

test('what users are told by mail in any case, and copies of notifications that they asked for, are written', async () => {
  const [instant, daily] = [await holdall.signUp(), await holdall.signUp()]
  await instant.patch('/api/user/settings', { name: 'notification_mails', value: 'instant' })
  // The digests of the day.
  await holdall.services.jobs.runDue()
  await daily.patch('/api/user/settings', { name: 'notification_mails', value: 'daily' })
  // Without a mail server nobody confirms an address.
  await holdall.services.db.updateTable('users').set({ verified_at: null }).execute()
  for (const user of [instant, daily]) {
    await holdall.services.transact((trx) =>
      holdall.services.notifications.notify(trx, user.userId, {
        category: 'security',
        title: 'notification.sign_in.title',
        description: 'notification.sign_in.description',
        values: { device: 'browser', browser: 'Safari', system: '', address: '192.0.2.7' },
      }),
    )
  }
  expect(await receivers()).toEqual([instant.email])
  holdall.clock.advance(2 * day)
  expect(await receivers()).toEqual([instant.email, daily.email])
  const [mail] = await written()
  expect(mail!.headers).toContainEqual(
    expect.objectContaining({ key: 'list-unsubscribe', value: '<http://127.0.0.1:0/user/profile>' }),
  )
})

test('names in any script, with quotes and emoji, are in the file as they are', async () => {
  await holdall.services.settings.set('app.name', 'صندوق “Box” "x" 🎒')
  const name = 'عقود "٢٠٢٦" 🎉 & <Söhne>'
  const { token } = await uploadRequest(ann, { name, closes_when_idle: true })
  expect((await sendTo(holdall.visitor(), token, 'a.txt', 'a')).status).toBe(201)
  holdall.clock.advance(4 * hour)
  const [mail, ...more] = await written()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ from: { name: 'صندوق “Box” "x" 🎒' }, to: [{ address: ann.email }] })
  expect(mail!.subject).toContain(name)
  expect(mail!.text).toContain(name)
  expect(mail!.html).toContain('عقود &quot;٢٠٢٦&quot; 🎉 &amp; &lt;Söhne&gt;')
  const raw = readFileSync(join(folder(), files()[0]!), 'latin1')
  // ASCII with the line ends of the format, so that every mail program opens it.
  expect(raw).toMatch(/^[\r\n\t\x20-\x7e]*$/)
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

describe('links begin with', () => {
  const linkAt = async () => {
    await changePassword(ann)
    return (await written())[0]!.link
  }

  test('the address on which the process listens', async () => {
    await holdall.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = holdall.app.server.address() as { port: number }
    expect(await linkAt()).toBe(`http://127.0.0.1:${port}/sign-in`)
  })

  test.each([
    [{ publicUrl: 'https://files.example' }, 'https://files.example'],
    [{ host: '0.0.0.0', port: 8080 }, 'http://127.0.0.1:8080'],
    [{ host: '::1', port: 8080 }, 'http://[::1]:8080'],
  ])('what %j says', async (config, origin) => {
    await holdall.close()
    holdall = await testApp({ config })
    ann = await holdall.signUp()
    expect(await linkAt()).toBe(`${origin}/sign-in`)
    expect(await receivers()).toEqual([ann.email])
  })
})

test('the number of mails is bounded', async () => {
  await changePassword(ann)
  await written()
  const [first] = files()
  const older = Array.from({ length: MAX_KEPT_MAILS }, (_, n) => {
    const at = new Date(Date.now() - day + n).toISOString().replaceAll(':', '-')
    return `${at}-${'x'.repeat(22)}.eml`
  })
  for (const name of older) writeFileSync(join(folder(), name), '')
  await changePassword(await holdall.signUp())
  await holdall.services.jobs.runDue()
  expect(files()).toHaveLength(MAX_KEPT_MAILS)
  expect(files()).toEqual(expect.arrayContaining([first, ...older.slice(2)]))
  expect(files()).not.toContain(older[1])
})

test('with a mail server the mails from before are deleted after their time, and none is written', async () => {
  await holdall.close()
  holdall = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1', publicUrl: 'https://files.example' } })
  await holdall.app.listen({ port: 0, host: '127.0.0.1' })
  mkdirSync(folder())
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${'x'.repeat(22)}.eml`
  writeFileSync(join(folder(), name), '')
  await holdall.services.jobs.runDue()
  expect([holdall.services.mailer.delivers, files()]).toEqual([true, [name]])
  holdall.clock.advance(MAILS_KEPT_MS + day)
  await holdall.services.jobs.runDue()
  expect(files()).toEqual([])
  expect(holdall.log.join()).not.toContain('HOLDALL_SMTP_URL is not set')
})

test('while the folder cannot be written nothing else is refused, and the mail is written later', async () => {
  writeFileSync(folder(), 'not a folder')
  expect((await changePassword(ann)).status).toBe(204)
  await invite(ann, await teamFolder(ann), 'carol@example.com')
  const { jobs } = holdall.services
  await jobs.runDue()
  const mailJobs = async () => (await jobs.list()).filter(({ name }) => name.startsWith('send-'))
  const states = async () => (await mailJobs()).map(({ name, state }) => `${name} ${state}`).sort()
  expect(await states()).toEqual(['send-account-mail waiting', 'send-team-invitation-mail waiting'])
  const [job] = await mailJobs()
  expect(job!.error).toContain(`The mail could not be written to ${folder()}: `)
  expect(holdall.log.filter((line) => line.includes(`could not be written to ${folder()}`))).toHaveLength(2)
  expect(holdall.log.join()).not.toContain('carol@example.com')
  for (let attempt = 0; attempt < 12; attempt++) {
    // As their time does.
    for (const { id, state } of await mailJobs()) if (state === 'waiting') await jobs.retry(id)
    await jobs.runDue()
  }
  expect(await states()).toEqual(['send-account-mail failed', 'send-team-invitation-mail failed'])

  rmSync(folder())
  for (const { id } of await mailJobs()) await jobs.retry(id)
  expect(new Set(await receivers())).toEqual(new Set(['carol@example.com', ann.email]))
  expect(await states()).toEqual([])
})
