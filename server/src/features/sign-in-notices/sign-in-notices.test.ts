import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hour } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../../testing/client.ts'
import { writeGeoipDatabase } from '../../testing/geoip-database.ts'
import { until } from '../../testing/until.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
const folder = mkdtempSync(join(tmpdir(), 'holdall-places-'))
let holdall: TestApp
beforeAll(async () => {
  const geoipDatabase = join(folder, 'places.mmdb')
  writeGeoipDatabase(geoipDatabase, [{ network: '8.8.8.0/24', city: { en: 'Lund' }, country: 'SE' }])
  holdall = await testApp({
    config: { geoipDatabase },
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(async () => {
  await holdall.close()
  rmSync(folder, { recursive: true })
})
const mailsTo = async ({ email }: SignedIn) => {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to }) => to === email)
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = async (client: Client, { email }: SignedIn, agent = firefox, password = testPassword) =>
  (await client.post('/login', { email, password }, { 'user-agent': agent })).status
const notices = async (user: SignedIn): Promise<{ title: string; description: string; category: string }[]> =>
  (await user.get('/api/notifications')).body.data.map(({ attributes }: { attributes: object }) => attributes)
/** They are stored after the answer, in the order of the sign-ins. */
async function settled(app = holdall): Promise<void> {
  const last = await app.signUp()
  await signIn(app.visitor(), last)
  await until(async () => (await notices(last)).length === 1)
}

test('a refused sign-in is none, and marks no browser as known', async () => {
  const ann = await holdall.signUp()
  const other = holdall.visitor()
  expect(await signIn(other, ann, firefox, 'wrong')).toBe(422)
  expect([...other.cookies.keys()]).toEqual([])
  expect(await notices(ann)).toEqual([])
})

test('the first sign-in of an account is no news; one in another browser is, once', async () => {
  const ann = await holdall.signUp()
  await settled()
  expect(await notices(ann)).toEqual([])
  const other = holdall.visitor('192.0.2.44')
  expect(await signIn(other, ann)).toBe(200)
  await settled()
  expect(await notices(ann)).toMatchObject([
    {
      category: 'security',
      title: 'New sign-in',
      description: expect.stringContaining('Firefox on Linux signed in to your account from 192.0.2.44.'),
      action: { type: 'route', params: { route: 'Security' } },
    },
  ])
  await other.post('/logout')
  expect(await signIn(other, ann)).toBe(200)
  await settled()
  expect(await notices(ann)).toHaveLength(1)
})

test('one in another browser is told by mail, with device, time, address and place, in the language of the user', async () => {
  const ann = await holdall.signUp()
  await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
  await settled()
  expect(await mailsTo(ann)).toEqual([])
  const other = holdall.visitor('8.8.8.8')
  await signIn(other, ann)
  await signIn(holdall.visitor('192.0.2.44'), ann, 'curl/8 <script>')
  await settled()
  const sent = await mailsTo(ann)
  expect(sent).toHaveLength(2)
  // Several are sent at the same time.
  const [first, second] = ['8.8.8.8', '192.0.2.44'].map((address) => sent.find(({ text }) => text.includes(address)))
  expect(first).toMatchObject({ subject: 'Neue Anmeldung bei Holdall', locale: 'de' })
  expect(first!.text).toContain('Firefox auf Linux hat sich bei Ihrem Konto angemeldet.')
  expect(first!.text).toContain('Von: Lund, Schweden (8.8.8.8)')
  expect(first!.text).toContain(
    `Zeit: ${new Intl.DateTimeFormat('de', { dateStyle: 'long' }).format(holdall.clock.now())}`,
  )
  expect(first!.text).toContain('https://files.example/user/settings/password')
  expect(second!.text).toContain('Ein unbekanntes Gerät hat sich')
  expect(second!.text).toContain('Von: 192.0.2.44\n')
  await signIn(other, ann)
  await settled()
  expect(await mailsTo(ann)).toHaveLength(2)
})

test('of many sign-ins in other browsers ten in a day are reported, then one each hour', async () => {
  const ann = await holdall.signUp()
  for (let n = 0; n < 13; n++) expect(await signIn(holdall.visitor(), ann)).toBe(200)
  await settled()
  expect(await notices(ann)).toHaveLength(10)
  expect(await mailsTo(ann)).toHaveLength(10)
  holdall.clock.advance(hour)
  for (let n = 0; n < 2; n++) await signIn(holdall.visitor(), ann)
  await settled()
  expect(await mailsTo(ann)).toHaveLength(11)
  // All of them are among the devices.
  expect((await ann.get('/api/user/sessions')).body.data).toHaveLength(16)
})

test('the list of devices has the place of a public address, in the language of the browser', async () => {
  const ann = await holdall.signUp()
  const other = holdall.visitor('8.8.8.8')
  await signIn(other, ann)
  other.cookies.set('holdall_locale', 'de')
  const places = (await other.get('/api/user/sessions')).body.data.map(
    ({ attributes }: { attributes: { place: string | null } }) => attributes.place,
  )
  expect(places.toSorted()).toEqual(['Lund, Schweden', null])
})

test('a device that says nothing about itself is unknown', async () => {
  const ann = await holdall.signUp()
  await signIn(holdall.visitor(), ann, 'curl/8')
  await settled()
  expect((await notices(ann))[0]?.description).toMatch(/^An unknown device signed in/)
})

test('a browser knows several accounts, and a made-up or foreign mark is worth nothing', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const shared = holdall.visitor()
  await signIn(shared, ann)
  await signIn(shared, bob)
  await signIn(shared, ann)
  await signIn(shared, bob)
  await settled()
  expect([(await notices(ann)).length, (await notices(bob)).length]).toEqual([1, 1])
  for (const mark of [bob.cookies.get('holdall_known')!, 'x'.repeat(43), '..', 'é', 'x.'.repeat(2000)]) {
    const client = holdall.visitor()
    client.cookies.set('holdall_known', mark)
    const before = (await notices(ann)).length
    expect(await signIn(client, ann)).toBe(200)
    await settled()
    expect(await notices(ann)).toHaveLength(before + 1)
    expect(client.cookies.get('holdall_known')!.length).toBeLessThan(400)
  }
})

test('a browser knows the eight accounts that signed in last', async () => {
  const shared = holdall.visitor()
  const users: SignedIn[] = []
  for (let count = 0; count < 9; count++) {
    const user = await holdall.signUp()
    users.push(user)
    expect(await signIn(shared, user)).toBe(200)
    expect(shared.cookies.get('holdall_known')!.split('.')).toHaveLength(Math.min(count + 1, 8))
  }
  await settled()
  // The second is still known, and knows so after it has moved to the front; the first is new again.
  for (const index of [1, 0]) expect(await signIn(shared, users[index]!)).toBe(200)
  await settled()
  expect([(await notices(users[0]!)).length, (await notices(users[1]!)).length]).toEqual([2, 1])
})

test('the mark cannot be read by scripts, and is sent to this site only', async () => {
  const ann = await holdall.signUp()
  const { raw } = await holdall.visitor().post('/login', { email: ann.email, password: testPassword })
  const cookies = [raw.headers['set-cookie']].flat()
  expect(cookies.find((cookie) => cookie?.startsWith('holdall_known='))).toMatch(
    /^holdall_known=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('a sign-up marks its browser', async () => {
  // Without mails an account is signed in to at once.
  const own = await testApp()
  const client = own.visitor()
  const email = 'new@example.com'
  const person = { name: 'New', email, password: testPassword, password_confirmation: testPassword }
  expect((await client.post('/api/register', person)).status).toBe(201)
  await client.post('/logout')
  expect((await client.post('/login', { email, password: testPassword })).status).toBe(200)
  await settled(own)
  expect((await client.get('/api/notifications')).body.data).toEqual([])
  await own.close()
})

test('a changed password is notified, a refused change is not', async () => {
  const ann = await holdall.signUp()
  const change = (current: string) =>
    ann.post('/api/user/password', {
      current,
      password: 'lake siljan at dawn',
      password_confirmation: 'lake siljan at dawn',
    })
  expect((await change('wrong')).status).toBe(422)
  expect(await notices(ann)).toEqual([])
  expect((await change(testPassword)).status).toBe(204)
  expect(await notices(ann)).toMatchObject([{ category: 'security', title: 'Your password was changed' }])
})
