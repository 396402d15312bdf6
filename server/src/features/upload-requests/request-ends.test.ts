import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { day, hour, minute } from '../../infrastructure/clock.ts'
import type { Client } from '../../testing/client.ts'
import { listed, newUploadId, requestedFolder, sendTo, uploaded, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { expireUploads } from '../uploads/upload-jobs.ts'

const mails: Mail[] = []
let holdall: TestApp
let ann: SignedIn
let visitor: Client
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
  ann = await holdall.signUp({ name: 'Ann Example', email: `ann.ends${++people}@example.com` })
  visitor = holdall.visitor()
})

const after = (ms: number) => new Date(holdall.clock.now() + ms).toISOString()
const later = async (ms: number) => {
  holdall.clock.advance(ms)
  await holdall.services.jobs.runDue()
  await holdall.services.jobs.runDue()
}
const show = async (token: string) => (await visitor.get(`/api/file-request/${token}`)).body.data.attributes
const change = (token: string, body: object, by: Client = ann) => by.patch(`/api/file-request/${token}`, body)
const act = (token: string, what: 'close' | 'renew', body?: object) =>
  ann.post(`/api/file-request/${token}/${what}`, body)

describe('an end date', () => {
  test('is 7 days away by default; uploads do not move it, and with files it fills the request', async () => {
    const { token, attributes } = await uploadRequest(ann, { name: 'Receipts' })
    expect(attributes).toMatchObject({ closes_at: after(7 * day), closes_when_idle: false })
    await uploaded(visitor, token, 'a.txt')
    await later(7 * day - minute)
    expect(await show(token)).toMatchObject({ status: 'filling', closes_at: after(minute), closes_when_idle: false })
    await uploaded(visitor, token, 'b.txt')
    expect((await show(token)).closes_at).toBe(after(minute))
    // Before the job has run.
    holdall.clock.advance(minute)
    expect(await show(token)).toMatchObject({ status: 'filled', closes_at: null })
    expect((await sendTo(visitor, token, 'c.txt', 'x')).body.code).toBe('upload-request-closed')
    await later(hour)
    expect(await listed(ann, token)).toMatchObject({ status: 'filled', ended_by: 'idle', files_received: 2 })
    expect(mails.map(({ subject }) => subject)).toEqual(['Your upload request “Receipts” is complete'])
  })

  test.each(['nothing', 'only a folder'])('where %s has arrived, the request expires', async (what) => {
    const { token } = await uploadRequest(ann, { name: 'Receipts', closes_at: after(day) })
    if (what === 'only a folder') await requestedFolder(visitor, token, 'March')
    await later(day)
    expect((await show(token)).status).toBe('expired')
    expect((await sendTo(visitor, token, 'a.txt', 'x')).body.code).toBe('upload-request-expired')
    await later(hour)
    expect(await listed(ann, token)).toMatchObject({ status: 'expired', ended_by: 'unused' })
    expect(mails.map(({ subject, action }) => [subject, action?.link])).toEqual([
      ['Your upload request “Receipts” has expired', 'https://files.example/platform/upload-requests'],
    ])
  })

  test('is absent with null: the request stays open until it is closed', async () => {
    const { token, attributes } = await uploadRequest(ann, { closes_at: null })
    expect(attributes).toMatchObject({ closes_at: null, closes_when_idle: false })
    await later(2000 * day)
    expect(await show(token)).toMatchObject({ status: 'active', closes_at: null })
    const upload_id = newUploadId()
    await sendTo(visitor, token, 'a.txt', 'half', { upload_id, size: 8 })
    // The job that abandons uploads of requests that have ended.
    await expireUploads(holdall.services)
    expect((await sendTo(visitor, token, 'a.txt', 'rest', { upload_id, size: 8, offset: 4 })).status).toBe(201)
    await later(2000 * day)
    expect(await show(token)).toMatchObject({ status: 'filling', closes_at: null })
    expect((await visitor.delete(`/api/file-request/${token}`)).body.data.attributes.status).toBe('filled')
  })

  test.each([
    ['the past', () => ({ closes_at: after(-1) })],
    ['this moment', () => ({ closes_at: after(0) })],
    ['more than ten years', () => ({ closes_at: after(3654 * day) })],
    ['a day without a time', () => ({ closes_at: '2096-02-01' })],
    ['a number', () => ({ closes_at: 5 })],
    ['a date and the idle rule at once', () => ({ closes_at: after(day), closes_when_idle: true })],
  ])('refuses %s, and changes nothing', async (_what, body) => {
    const { token, attributes } = await uploadRequest(ann, {})
    const answers = [
      await ann.post('/api/file-request', body()),
      await change(token, body()),
      await act(token, 'renew', body()),
    ]
    for (const { status, body: refused } of answers) {
      expect([status, refused.code, Object.keys(refused.errors)]).toEqual([422, 'validation', ['closes_at']])
    }
    const { body: list } = await ann.get('/api/file-request')
    expect(list.data.map((one: { attributes: object }) => one.attributes)).toEqual([attributes])
  })
})

describe('the end of an open request', () => {
  test('is changed to another date, to none and to the idle rule', async () => {
    const { token } = await uploadRequest(ann, { closes_at: after(day) })
    const end = after(30 * day)
    expect((await change(token, { closes_at: end })).body.data.attributes).toMatchObject({ closes_at: end })
    holdall.clock.advance(2 * day)
    expect(await show(token)).toMatchObject({ status: 'active', closes_at: end, closes_when_idle: false })
    await change(token, { closes_when_idle: true })
    expect(await show(token)).toMatchObject({ closes_at: after(72 * hour), closes_when_idle: true })
    await uploaded(visitor, token, 'a.txt')
    holdall.clock.advance(hour)
    expect(await show(token)).toMatchObject({ status: 'filling', closes_at: after(2 * hour) })
    await change(token, { closes_when_idle: true })
    expect((await show(token)).closes_at).toBe(after(3 * hour))
    await change(token, { closes_at: null })
    await later(day)
    expect(await show(token)).toMatchObject({ status: 'filling', closes_at: null, closes_when_idle: false })
    await change(token, { closes_at: after(hour) })
    await later(2 * hour)
    expect(await listed(ann, token)).toMatchObject({ status: 'filled', ended_by: 'idle' })
  })

  test('is left alone by other users, after the end, and without a choice', async () => {
    const { token } = await uploadRequest(ann, { closes_at: after(day) })
    expect((await change(token, { closes_at: null }, await holdall.signUp())).body.code).toBe('not-found')
    for (const body of [{}, { closes_when_idle: false }]) {
      expect(Object.keys((await change(token, body)).body.errors)).toEqual(['closes_at'])
    }
    holdall.clock.advance(day)
    expect((await change(token, { closes_at: null })).body.code).toBe('upload-request-expired')
    await act(token, 'renew')
    await act(token, 'close')
    expect((await change(token, { closes_at: null })).body.code).toBe('upload-request-closed')
    expect((await show(token)).status).toBe('filled')
  })
})

describe('opening a request again', () => {
  test('takes another end', async () => {
    const { token } = await uploadRequest(ann)
    await act(token, 'close')
    const end = after(90 * day)
    expect((await act(token, 'renew', { closes_at: end })).body.data.attributes).toMatchObject({
      status: 'active',
      closes_at: end,
      ended_by: null,
    })
  })

  test.each([
    ['a date: 7 days', () => ({ closes_at: after(90 * day) }), 7 * day, false],
    ['none: none', () => ({ closes_at: null }), null, false],
    ['the idle rule: 72 hours', () => ({ closes_when_idle: true }), 72 * hour, true],
  ])('without a choice, the end follows the rule that it had; %s', async (_rule, end, ms, isIdle) => {
    const { token } = await uploadRequest(ann, end())
    await act(token, 'close')
    expect((await act(token, 'renew')).body.data.attributes).toMatchObject({
      status: 'active',
      closes_at: ms === null ? null : after(ms),
      closes_when_idle: isIdle,
    })
  })
})

test.each([
  [
    'a date',
    (year: number) => ({ closes_at: `${year}-01-01T23:30:00Z` }),
    (year: number) => `You can upload files until January 2, ${year} at 12:30 AM GMT+1.`,
  ],
  ['none', () => ({ closes_at: null }), null],
  ['the idle rule', () => ({ closes_when_idle: true }), () => 'The link works for 72 hours.'],
])('the mail with the link names the end in the time zone of its owner: %s', async (_end, body, sentence) => {
  const year = new Date(holdall.clock.now()).getUTCFullYear() + 2
  await ann.patch('/api/user/settings', { name: 'timezone', value: 'Europe/Berlin' })
  await uploadRequest(ann, { ...body(year), email: 'sam@example.com' })
  await later(0)
  expect(mails).toHaveLength(1)
  const text = mails[0]?.text.replaceAll('\u202f', ' ') ?? ''
  if (sentence === null) expect(text).toMatch(/\/upload$/)
  else expect(text).toContain(sentence(year))
})
