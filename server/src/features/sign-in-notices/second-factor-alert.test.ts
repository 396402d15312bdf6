import { generateSync } from 'otplib'
import { day, second } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../../testing/client.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
let ann: SignedIn
let recoveryCodes: readonly string[]
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  await ann.post('/user/two-factor-authentication')
  const { secret } = (await ann.get('/user/two-factor-qr-code')).body.data.attributes
  const code = generateSync({ secret, epoch: Math.floor(holdall.clock.now() / second) })
  const { body } = await ann.post('/user/confirmed-two-factor-authentication', { code })
  recoveryCodes = body.data.attributes.codes
})

const from = (address: string): Promise<Client> => passedFirstStep(holdall.visitor(address))
async function passedFirstStep(client: Client): Promise<Client> {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { body } = await client.post('/login', { email: ann.email, password: testPassword }, { 'user-agent': firefox })
  expect(body).toEqual({ two_factor: true })
  return client
}
/** A code of the app has 10^6 values, so one that is wrong for sure is a recovery code. */
const give = async (client: Client, recovery_code = 'aaaa-aaaa-aaaa-aaaa') =>
  (await client.post('/two-factor-challenge', { recovery_code })).status
const alerts = async () => {
  await holdall.services.jobs.runDue()
  return mails.filter(({ to, subject }) => to === ann.email && !/Two-factor|Zwei-Faktor|New sign-in/.test(subject))
}
const told = async (user: Client): Promise<{ category: string; title: string; description: string }[]> =>
  (await user.get('/api/notifications')).body.data
    .map(({ attributes }: { attributes: { title: string } }) => attributes)
    .filter(({ title }: { title: string }) => !/Two-factor|New sign-in/.test(title))

test('five wrong codes after the password are told to the owner, by mail and notification, in their language', async () => {
  await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
    expect(await give(await from(address))).toBe(422)
  }
  expect(await alerts()).toEqual([])
  const guesser = await from('192.0.2.5')
  expect(await give(guesser)).toBe(422)
  const [mail, ...others] = await alerts()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Falsche Anmeldecodes für Ihr Konto bei Holdall', locale: 'de' })
  expect(mail!.text).toContain('Von: 192.0.2.5')
  expect(mail!.text).toContain('https://files.example/user/settings/password')
  await ann.patch('/api/user/settings', { name: 'locale', value: 'en-US' })
  expect(await told(ann)).toMatchObject([{ category: 'security', title: 'Wrong sign-in codes' }])
})

test('more of them, at the same time too, are told once a day', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, (_, n) => from(`198.51.100.${n}`)))
  await Promise.all(clients.map((client) => give(client)))
  expect(await alerts()).toHaveLength(1)
  holdall.clock.advance(day)
  for (let n = 0; n < 5; n++) expect(await give(await from(`198.51.100.${n}`))).toBe(422)
  expect(await alerts()).toHaveLength(2)
})

test('wrong ones around a right one are told, those of other days and of other accounts are not', async () => {
  for (let n = 0; n < 4; n++) await give(await from(`203.0.113.${n}`))
  holdall.clock.advance(day)
  for (let n = 0; n < 4; n++) await give(await from(`203.0.113.${n}`))
  expect(await give(await from('203.0.113.9'), recoveryCodes[0])).toBe(204)
  expect(await alerts()).toEqual([])
  await give(await from('203.0.113.8'))
  expect(await alerts()).toHaveLength(1)
})
