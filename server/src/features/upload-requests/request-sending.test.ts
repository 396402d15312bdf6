import { uploadRequest } from '../../testing/requested-files.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

const publicUrl = 'https://files.example'
const sent: Mail[] = []
const mailer = { publicUrl, send: (mail: Mail) => Promise.resolve(void sent.push(mail)) }

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp({ mailer, config: { publicUrl } })))
afterAll(() => holdall.close())
beforeEach(async () => {
  sent.length = 0
  ann = await holdall.signUp()
})

const email = (client: SignedIn, token: string, emails: readonly string[]) =>
  client.post(`/api/file-request/${token}/email`, { emails })
const qrCode = (client: SignedIn, token: string) => client.get(`/api/file-request/${token}/qr`)

test('refuses the request of somebody else, and what is no list of addresses', async () => {
  const { token } = await uploadRequest(ann)
  const bob = await holdall.signUp()
  expect((await email(bob, token, ['sam@example.com'])).status).toBe(404)
  expect((await qrCode(bob, token)).status).toBe(404)
  for (const emails of [[], ['nobody'], Array.from({ length: 21 }, (_, at) => `a${at}@example.com`)]) {
    expect((await email(ann, token, emails)).body.code).toBe('validation')
  }
  await holdall.services.jobs.runDue()
  expect(sent).toEqual([])
})

test('refuses a request that has ended', async () => {
  const { token } = await uploadRequest(ann)
  await ann.post(`/api/file-request/${token}/close`)
  expect((await email(ann, token, ['sam@example.com'])).body.code).toBe('upload-request-closed')
})

test('sends the link to each address once, and a user who has it is notified', async () => {
  const bob = await holdall.signUp({ email: 'bob@example.com' })
  const { token } = await uploadRequest(ann)
  const { status, body } = await email(ann, token, ['sam@example.com', 'bob@example.com', 'sam@example.com'])
  expect([status, body.count]).toEqual([200, 2])
  await holdall.services.jobs.runDue()
  expect(sent.map(({ to }) => to).sort()).toEqual(['bob@example.com', 'sam@example.com'])
  for (const { text } of sent) expect(text).toContain(`${publicUrl}/request/${token}/upload`)
  const { data } = (await bob.get('/api/notifications')).body
  expect(data.map(({ attributes }: { attributes: { category: string } }) => attributes.category)).toEqual([
    'file-request',
  ])
})

test('a request that was closed before its mail was sent sends none', async () => {
  const { token } = await uploadRequest(ann)
  await email(ann, token, ['sam@example.com'])
  await ann.post(`/api/file-request/${token}/close`)
  await holdall.services.jobs.runDue()
  expect(sent).toEqual([])
})

test('the QR code has the address of the request', async () => {
  const { token } = await uploadRequest(ann)
  const { status, body } = await qrCode(ann, token)
  expect([status, body.data.type]).toEqual([200, 'qr-code'])
  expect(body.data.attributes.svg).toMatch(/^<svg /)
})
