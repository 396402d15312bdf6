import { day, hour } from '../../infrastructure/clock.ts'
import { folder } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => void jest.restoreAllMocks())

const after = (ms: number) => new Date(holdall.clock.now() + ms).toISOString()
const create = async (more: object) => ann.post('/api/share', { id: await folder(ann, 'a'), ...more })
const share = async (more: object) => (await create(more)).body.data.attributes
const change = (token: string, body: object) => ann.patch(`/api/share/${token}`, body)
const statusOf = async (token: string) => (await holdall.visitor().get(`/api/sharing/${token}`)).status

test.each([
  ['the past', -1],
  ['this moment', 0],
  ['more than ten years', 3654 * day],
])('refuses %s as an end, and changes nothing', async (_what, ms) => {
  jest.spyOn(holdall.clock, 'now').mockReturnValue(holdall.clock.now())
  const refused = await create({ expires_at: after(ms) })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['expires_at']])
  const { token } = await share({ expiration: 2 })
  expect((await change(token, { expires_at: after(ms), name: 'x' })).status).toBe(422)
  const [{ attributes }] = (await ann.get('/api/browse/share')).body.data.map(
    (entry: { relationships: { shared: { data: object } } }) => entry.relationships.shared.data,
  )
  expect(attributes).toMatchObject({ expire_in: 2, name: null })
})

test.each([
  ['tomorrow'],
  ['2096-13-45T10:00:00Z'],
  ['2096-02-01'],
  ['2096-02-01T10:00:00+01:00'],
  ['x'.repeat(1000)],
  [5],
])('refuses %j, which is no moment', async (expires_at) => {
  expect((await create({ expires_at })).body.errors).toHaveProperty('expires_at')
})

test('refuses hours and a date at once', async () => {
  const both = { expiration: 24, expires_at: after(day) }
  expect((await create(both)).status).toBe(422)
  const { token } = await share({})
  expect((await change(token, both)).status).toBe(422)
})

test('a link ends at the chosen moment, and can get another end', async () => {
  const end = after(3 * hour)
  const { token, expires_at, expire_in } = await share({ expires_at: end })
  expect([expires_at, expire_in]).toEqual([end, null])
  holdall.clock.advance(2 * hour)
  expect(await statusOf(token)).toBe(200)
  holdall.clock.advance(hour)
  expect(await statusOf(token)).toBe(410)
  const later = after(10 * day)
  expect((await change(token, { expires_at: later })).body.data.attributes).toMatchObject({
    expires_at: later,
    expire_in: null,
    expired: false,
  })
  expect(await statusOf(token)).toBe(200)
})

test('a date and hours replace each other, and null ends neither', async () => {
  const { token } = await share({ expires_at: after(day) })
  const attributesAfter = async (body: object) => (await change(token, body)).body.data.attributes
  expect((await attributesAfter({ expiration: 24 })).expire_in).toBe(24)
  const end = after(2 * day)
  expect(await attributesAfter({ expires_at: end })).toMatchObject({ expires_at: end, expire_in: null })
  expect(await attributesAfter({ password: 'secret' })).toMatchObject({ expires_at: end })
  expect(await attributesAfter({ expiration: null })).toMatchObject({ expires_at: null, expire_in: null })
  await attributesAfter({ expires_at: end })
  expect(await attributesAfter({ expires_at: null })).toMatchObject({ expires_at: null, expire_in: null })
})
