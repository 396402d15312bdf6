import { MAX_LINKS_PER_ENTRY, MAX_UNLINKED_PER_CALL } from '@holdall/api'
import { hour } from '../../infrastructure/clock.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { seedLinks } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

interface Attributes {
  readonly token: string
  readonly name: string | null
}

const share = async (id: string, more: object = {}): Promise<Attributes> =>
  (await ann.post('/api/share', { id, ...more })).body.data.attributes
const linksOf = async (id: string) =>
  (await ann.get(`/api/share/entry/${id}`)).body.data.map(({ attributes }: { attributes: Attributes }) => attributes)
const tokensOf = async (id: string) => (await linksOf(id)).map(({ token }: Attributes) => token)
const statusOf = async (token: string) => (await holdall.visitor().get(`/api/sharing/${token}`)).status
const primaryOf = async (id: string) =>
  (await ann.get('/api/browse/folders/all')).body.data.find((entry: { id: string }) => entry.id === id).relationships
    .shared

test('refuses the links of an entry to anybody but its owner, and their revocation', async () => {
  const bob = await holdall.signUp()
  const id = await folder(ann, 'a')
  const { token } = await share(id)
  for (const [caller, status] of [
    [holdall.visitor(), 401],
    [bob, 404],
  ] as const) {
    expect((await caller.get(`/api/share/entry/${id}`)).status).toBe(status)
    expect((await caller.delete('/api/share/revoke-all', { ids: [id] })).status).toBe(status)
  }
  const own = await folder(bob, 'b')
  await bob.post('/api/share', { id: own })
  expect((await bob.delete('/api/share/revoke-all', { ids: [own, id] })).status).toBe(404)
  expect((await bob.get(`/api/share/entry/${own}`)).body.data).toHaveLength(1)
  expect(await statusOf(token)).toBe(200)
})

test('each link of an entry has its own name and rules, and the oldest is the primary one', async () => {
  const id = await folder(ann, 'a')
  const first = await share(id, { name: '  Press  ', permission: 'editor' })
  const second = await share(id, { name: '', isPassword: true, password: 'secret' })
  const third = await share(id, { expiration: 24 })
  expect(await linksOf(id)).toMatchObject([
    { token: first.token, name: 'Press', permission: 'editor', protected: false, expire_in: null },
    { token: second.token, name: null, permission: 'visitor', protected: true },
    { token: third.token, name: null, expire_in: 24 },
  ])
  expect(await primaryOf(id)).toMatchObject({ data: { attributes: first }, meta: { total: 3 } })
  const { data, meta } = (await ann.get('/api/browse/share')).body
  expect([data.length, meta.paginate.total, meta.totals.folders]).toEqual([1, 1, 1])
  expect(data[0].relationships.shared.meta).toEqual({ total: 3 })
})

test('the name of a link is hidden from its visitors', async () => {
  const { token } = await share(await folder(ann, 'a'), { name: 'Their name' })
  const { raw } = await holdall.visitor().get(`/api/sharing/${token}`)
  expect(raw.body).not.toContain('Their name')
})

test.each([['a\nb'], ['a\u202eb'], ['x'.repeat(81)], [5]])('refuses the name %j', async (name) => {
  const id = await folder(ann, 'a')
  expect((await ann.post('/api/share', { id, name })).body.errors).toHaveProperty('name')
  const { token } = await share(id, { name: 'Press' })
  expect((await ann.patch(`/api/share/${token}`, { name })).status).toBe(422)
  expect(await linksOf(id)).toMatchObject([{ name: 'Press' }])
})

test('another name does not end the visits of those who have unlocked the link', async () => {
  const { token } = await share(await folder(ann, 'a'), { isPassword: true, password: 'secret' })
  const visitor = holdall.visitor()
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })
  const named = await ann.patch(`/api/share/${token}`, { name: 'Press' })
  expect(named.body.data.attributes).toMatchObject({ name: 'Press', protected: true })
  expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
  expect((await ann.patch(`/api/share/${token}`, { name: null })).body.data.attributes.name).toBeNull()
  await ann.patch(`/api/share/${token}`, { name: 'Press', expiration: 24 })
  expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(403)
})

test('where the oldest link ends, the next one is the primary link', async () => {
  const { id } = await file(ann, 'a.txt')
  const expiring = await share(id, { expiration: 1 })
  const second = await share(id)
  const third = await share(id)
  expect((await primaryOf(id)).data.attributes.token).toBe(expiring.token)
  holdall.clock.advance(hour)
  expect(await primaryOf(id)).toMatchObject({ data: { attributes: { token: second.token } }, meta: { total: 3 } })
  await ann.delete('/api/share/revoke', { tokens: [second.token] })
  expect(await primaryOf(id)).toMatchObject({ data: { attributes: { token: third.token } }, meta: { total: 2 } })
  await ann.delete('/api/share/revoke', { tokens: [third.token] })
  expect(await primaryOf(id)).toMatchObject({
    data: { attributes: { token: expiring.token, expired: true } },
    meta: { total: 1 },
  })
})

test('all links of entries are revoked at once, and those of no other', async () => {
  const [a, b, c] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'c')]
  const revoked = [await share(a), await share(a), await share(b)]
  const kept = await share(c)
  expect((await ann.delete('/api/share/revoke-all', { ids: [a, b, a] })).body).toEqual({
    message: 'The links were revoked.',
    count: 3,
  })
  for (const { token } of revoked) expect(await statusOf(token)).toBe(410)
  expect(await statusOf(kept.token)).toBe(200)
  expect([await tokensOf(a), await primaryOf(a)]).toEqual([[], null])
  const ids = Array.from({ length: MAX_UNLINKED_PER_CALL + 1 }, () => a)
  for (const some of [[], ids]) expect((await ann.delete('/api/share/revoke-all', { ids: some })).status).toBe(422)
})

test('an entry has at most fifty links, also for two calls at once; expired ones make room', async () => {
  const id = await folder(ann, 'a')
  const expiring = await share(id, { expiration: 1 })
  await seedLinks(
    holdall,
    ann.userId,
    Array.from({ length: MAX_LINKS_PER_ENTRY - 2 }, () => id),
  )
  const racing = await Promise.all([ann.post('/api/share', { id }), ann.post('/api/share', { id })])
  expect(racing.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422])
  const refused = await ann.post('/api/share', { id })
  expect([refused.body.code, refused.body.message]).toEqual([
    'too-many-links',
    'An item can have up to 50 links. Remove one to create another.',
  ])
  expect(await tokensOf(id)).toHaveLength(50)
  holdall.clock.advance(hour)
  const { token } = await share(id)
  const tokens = await tokensOf(id)
  expect([tokens.length, tokens.includes(token), tokens.includes(expiring.token)]).toEqual([50, true, false])
  expect((await holdall.visitor().get(`/api/sharing/${expiring.token}`)).body.code).toBe('share-expired')
})
