import { MAX_LINKS_PER_ENTRY } from '@holdall/api'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { hour } from '../../infrastructure/clock.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())
let people = 0
beforeEach(async () => {
  await holdall.services.jobs.runDue()
  mails.length = 0
  ann = await holdall.signUp({ name: 'Ann Example', email: `ann${++people}@example.com` })
})

const linkTo = async (id: string, options: object = {}): Promise<string> => {
  const { status, body } = await ann.post('/api/share', { id, ...options })
  expect(status).toBe(201)
  return body.data.attributes.token
}
const sent = async (): Promise<readonly Mail[]> => {
  await holdall.services.jobs.runDue()
  return mails
}
const people21 = Array.from({ length: 21 }, (_, n) => `person${n}@example.com`)

describe('refuses', () => {
  test('the link of somebody else, and sends nothing', async () => {
    const token = await linkTo((await file(ann, 'a.txt')).id)
    const bob = await holdall.signUp()
    expect((await bob.post(`/api/share/${token}/email`, { emails: ['x@example.com'] })).status).toBe(404)
    expect(await sent()).toEqual([])
  })

  test.each([
    ['no address', []],
    ['more than 20', people21],
    ['what is no address', ['x@example.com', 'not an address']],
    ['a list in one address', ['a@example.com,b@example.com']],
    ['a header', ['a@example.com\r\nBcc: b@example.com']],
  ])('%s, and sends nothing', async (_what, emails) => {
    const { id } = await file(ann, 'a.txt')
    if (emails.length > 0) {
      expect((await ann.post('/api/share', { id, emails })).body).toMatchObject({ code: 'validation' })
    }
    const token = await linkTo(id)
    expect((await ann.post(`/api/share/${token}/email`, { emails })).body).toMatchObject({ code: 'validation' })
    expect(await sent()).toEqual([])
  })

  test('a link that has expired', async () => {
    const token = await linkTo((await file(ann, 'a.txt')).id, { expiration: 1 })
    holdall.clock.advance(hour)
    const { status, body } = await ann.post(`/api/share/${token}/email`, { emails: ['x@example.com'] })
    expect([status, body.code]).toEqual([410, 'share-expired'])
  })

  test('any address where no mail can be sent, and makes no link', async () => {
    const without = await testApp()
    try {
      const bob = await without.signUp()
      const { id } = await file(bob, 'a.txt')
      const refused = await bob.post('/api/share', { id, emails: ['x@example.com'] })
      expect(refused.body).toMatchObject({ code: 'validation', errors: { emails: [expect.any(String)] } })
      const { body } = await bob.post('/api/share', { id })
      const token: string = body.data.attributes.token
      const again = await bob.post(`/api/share/${token}/email`, { emails: ['x@example.com'] })
      expect(again.body).toMatchObject({ code: 'validation' })
    } finally {
      await without.close()
    }
  })

  test('a user who has sent links to 100 addresses, whichever links they are, and nobody else', async () => {
    const tokens = [await linkTo((await file(ann, 'a')).id), await linkTo((await file(ann, 'b')).id)]
    const send = (n: number, emails: readonly string[]) => ann.post(`/api/share/${tokens[n % 2]!}/email`, { emails })
    const people20 = people21.slice(1)
    for (let n = 0; n < 4; n++) expect((await send(n, people20)).status).toBe(200)
    // The same address counts once.
    const one = Array.from({ length: 20 }, () => 'x@example.com')
    for (let n = 0; n < 20; n++) expect((await send(n, one)).status).toBe(200)
    expect((await send(20, ['x@example.com'])).body).toMatchObject({
      code: 'throttled',
      retry_after: expect.any(Number),
    })
    const { id } = await file(ann, 'c')
    expect((await ann.post('/api/share', { id, emails: ['x@example.com'] })).status).toBe(429)
    // No link was made.
    expect((await ann.post('/api/share', { id })).status).toBe(201)
    const bob = await holdall.signUp()
    const created = await bob.post('/api/share', { id: (await file(bob, 'a')).id, emails: ['x@example.com'] })
    expect(created.status).toBe(201)
  })
})

test('what is refused counts no address towards the hundred of a user', async () => {
  const counted = async () =>
    (await holdall.services.db.selectFrom('throttles').select('failures').where('bucket', '=', 'share-mail').execute())
      .map(({ failures }) => failures)
      .toSorted((a, b) => a - b)
  const before = await counted()
  const { id } = await file(ann, 'a.txt')
  const bob = await holdall.signUp()
  const emails = people21.slice(1)
  const expired = await linkTo(id, { expiration: 1 })
  holdall.clock.advance(hour)
  const refused = [
    await ann.post('/api/share', { id, permission: 'editor', emails }),
    await ann.post('/api/share', { id, expires_at: '2001-01-01T00:00:00.000Z', emails }),
    await bob.post('/api/share', { id, emails }),
    await ann.post(`/api/share/${expired}/email`, { emails }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 404, 410])
  expect(await counted()).toEqual(before)
  for (let n = 1; n < MAX_LINKS_PER_ENTRY; n++) await ann.post('/api/share', { id })
  const answers = []
  // One of them takes the place of the one that has expired, the others find none.
  for (let n = 0; n < 6; n++) answers.push((await ann.post('/api/share', { id, emails })).status)
  expect(answers).toEqual([201, 422, 422, 422, 422, 422])
  expect(await counted()).toEqual([...before, 20].toSorted((a, b) => a - b))
})

test('each address gets one mail with the link, and never its password', async () => {
  const id = await folder(ann, 'Spring launch')
  const emails = ['one@example.com', 'TWO@example.com', 'two@example.com']
  const token = await linkTo(id, { isPassword: true, password: 'open sesame', emails })
  const found = await sent()
  expect(found.map(({ to }) => to).sort()).toEqual(['one@example.com', 'two@example.com'])
  for (const { subject, text } of found) {
    expect(subject).toBe(`Ann Example (${ann.email}) shared something with you on Holdall`)
    expect(text).toContain('“Spring launch”')
    expect(text).toContain(`\n\nhttps://files.example/share/${token}\n`)
    expect(text).toContain('protected with a password')
    expect(text).not.toContain('open sesame')
    expect(text).not.toMatch(/[{}]/)
  }
})

test('an existing link is sent in the language of the sender', async () => {
  const token = await linkTo((await file(ann, 'plan.docx')).id)
  for (const [locale, words] of [
    ['de', 'hat „plan“ für Sie freigegeben'],
    ['ar', 'معك «plan»'],
  ] as const) {
    mails.length = 0
    await ann.patch('/api/user/settings', { name: 'locale', value: locale })
    const { status, body } = await ann.post(`/api/share/${token}/email`, { emails: ['x@example.com'] })
    expect([status, body.count]).toEqual([200, 1])
    const [mail] = await sent()
    expect(mail?.text).toContain(words)
    expect(mail?.text).not.toContain('passw')
  }
})

test('a name that looks like an address or an advertisement is not repeated', async () => {
  await holdall.services.db
    .updateTable('users')
    .set({ name: 'Win money at http://evil.example' })
    .where('id', '=', ann.userId)
    .execute()
  await linkTo((await file(ann, 'a')).id, { emails: ['x@example.com'] })
  const [mail] = await sent()
  expect(mail?.subject).toBe(`${ann.email} shared something with you on Holdall`)
  expect(mail?.text).not.toContain('evil')
})

test.each([
  ['was revoked', (token: string) => ann.delete('/api/share/revoke', { tokens: [token] })],
  ['leads to what was trashed', async (_token: string, id: string) => ann.post('/api/remove', { items: [{ id }] })],
])('a link that %s meanwhile is not sent', async (_what, change) => {
  const { id } = await file(ann, 'a')
  const token = await linkTo(id, { emails: ['x@example.com'] })
  expect((await change(token, id)).status).toBe(200)
  expect(await sent()).toEqual([])
})

test('a link that expires meanwhile is not sent', async () => {
  await linkTo((await file(ann, 'a')).id, { expiration: 1, emails: ['x@example.com'] })
  holdall.clock.advance(hour)
  expect(await sent()).toEqual([])
})

test('a name that could pass as a message or as a link is not in the mail', async () => {
  await linkTo((await file(ann, 'Locked: sign in at evil.example')).id, { emails: ['one@example.com'] })
  await linkTo((await file(ann, 'Budget.pdf')).id, { emails: ['one@example.com'] })
  const texts = (await sent()).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('shared a file with you'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('shared “Budget” with you'))).toHaveLength(1)
  expect(texts.join()).not.toContain('evil')
})
