import { hour } from '../../infrastructure/clock.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { mainThreadStatements } from '../../testing/counted-statements.ts'
import { seedGrants } from '../../testing/seed-grants.ts'
import { seedLinks } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

const share = async (id: string, more: object = {}) =>
  (await ann.post('/api/share', { id, ...more })).body.data.attributes
const change = async (token: string, body: object) =>
  (await ann.patch(`/api/share/${token}`, body)).body.data.attributes
/** Whether a password opens the link; undefined where the link asks for none. */
async function isOpenedBy(token: string, password: string): Promise<boolean | undefined> {
  const visitor = holdall.visitor()
  const { protected: isProtected } = (await visitor.get(`/api/sharing/${token}`)).body.data.attributes
  if (!isProtected) return undefined
  return (await visitor.post(`/api/sharing/authenticate/${token}`, { password })).status === 200
}

describe('a password', () => {
  test('that is sent with the switch off is not set', async () => {
    const made = await share(await folder(ann, 'a'), { isPassword: false, password: 'secret' })
    expect(made.protected).toBe(false)
    expect(await isOpenedBy(made.token, 'secret')).toBeUndefined()
  })

  test('that is sent without a switch is set', async () => {
    const made = await share(await folder(ann, 'a'), { password: 'secret' })
    expect([made.protected, await isOpenedBy(made.token, 'secret')]).toEqual([true, true])
  })

  test('is set, replaced and removed again, and the link stays', async () => {
    const { token } = await share(await folder(ann, 'a'))
    expect((await change(token, { protected: true, password: 'one' })).protected).toBe(true)
    expect(await isOpenedBy(token, 'one')).toBe(true)
    expect((await change(token, { password: 'two' })).protected).toBe(true)
    expect([await isOpenedBy(token, 'one'), await isOpenedBy(token, 'two')]).toEqual([false, true])
    expect((await change(token, { protected: false })).protected).toBe(false)
    expect(await isOpenedBy(token, 'two')).toBeUndefined()
  })

  test.each([{ protected: true }, { permission: 'visitor' }, { expiration: 24 }, { password: null }])(
    'stays when %j is changed',
    async (body) => {
      const { token } = await share(await folder(ann, 'a'), { isPassword: true, password: 'secret' })
      expect((await change(token, body)).protected).toBe(true)
      expect(await isOpenedBy(token, 'secret')).toBe(true)
    },
  )

  test('is removed with the switch, whatever else is sent', async () => {
    const { token } = await share(await folder(ann, 'a'), { isPassword: true, password: 'secret' })
    expect((await change(token, { protected: false, password: 'other' })).protected).toBe(false)
    expect(await isOpenedBy(token, 'other')).toBeUndefined()
  })

  test('is required when the link has none, and nothing changes', async () => {
    const { token } = await share(await folder(ann, 'a'), { expiration: 2 })
    const refused = await ann.patch(`/api/share/${token}`, { protected: true, expiration: 24 })
    expect([refused.status, refused.body.errors]).toEqual([422, { password: ['Enter a password.'] }])
    const [listed] = (await ann.get('/api/browse/folders/all')).body.data
    expect(listed.relationships.shared.data.attributes).toMatchObject({ protected: false, expire_in: 2 })
  })
})

test('a change of something else keeps the expiration of a link', async () => {
  const { token, expires_at } = await share(await folder(ann, 'a'), { expiration: 2 })
  holdall.clock.advance(hour)
  expect(await change(token, { password: 'secret' })).toMatchObject({ expires_at, expire_in: 2 })
  const endless = await change(token, { expiration: null })
  expect(endless).toMatchObject({ expires_at: null, expire_in: null, expired: false })
})

test('a link without an expiration gets one that counts from now', async () => {
  const { token } = await share(await folder(ann, 'a'))
  const before = holdall.clock.now()
  const { expires_at, expire_in } = await change(token, { expiration: 6 })
  expect(expire_in).toBe(6)
  expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(before + 6 * hour)
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(holdall.clock.now() + 6 * hour)
})

test('the link of a trashed entry can be changed, and is so after its return', async () => {
  const id = await folder(ann, 'a')
  const { token } = await share(id)
  await ann.post('/api/remove', { items: [{ id }] })
  expect((await change(token, { password: 'secret' })).protected).toBe(true)
  await ann.post('/api/trash/restore', { items: [{ id }] })
  expect(await isOpenedBy(token, 'secret')).toBe(true)
})

test('a link to a file has the type file', async () => {
  const { id } = await file(ann, 'a.txt')
  expect(await share(id)).toMatchObject({ item_id: id, type: 'file', permission: 'visitor', expires_at: null })
})

test('returns how many links were revoked, each counted once', async () => {
  const tokens: string[] = []
  for (const name of ['a', 'b', 'c']) tokens.push((await share(await folder(ann, name))).token)
  const [first, second, third] = tokens
  expect((await ann.delete('/api/share/revoke', { tokens: [first, first] })).body).toEqual({
    message: 'The link was revoked.',
    count: 1,
  })
  expect((await ann.delete('/api/share/revoke', { tokens: [second, third] })).body).toEqual({
    message: 'The links were revoked.',
    count: 2,
  })
  expect((await ann.delete('/api/share/revoke', { tokens: [third] })).status).toBe(404)
})

test('another change of a link keeps its permission', async () => {
  const { token } = await share(await folder(ann, 'a'), { permission: 'editor' })
  expect((await change(token, { password: 'secret' })).permission).toBe('editor')
  expect((await change(token, { permission: 'visitor' })).permission).toBe('visitor')
})

test('a link is expired at exactly its expiration time', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const frozen = await testApp({ clock: { now: () => now } })
  const bob = await frozen.signUp()
  const id = await folder(bob, 'a')
  const token = await shareLink(bob, id, { expiration: 1 })
  const shown = async () => {
    const [listed] = (await bob.get('/api/browse/folders/all')).body.data
    return [
      listed.relationships.shared.data.attributes.expired,
      (await frozen.visitor().get(`/api/sharing/${token}`)).status,
    ]
  }
  now += hour - 1
  expect(await shown()).toEqual([false, 200])
  now += 1
  expect(await shown()).toEqual([true, 410])
  expect((await bob.post('/api/share', { id })).status).toBe(201)
  await frozen.close()
})

test('a link of very many visits is revoked, and replaced, off the main thread on SQLite', async () => {
  const { db } = holdall.services
  const id = await folder(ann, 'visited')
  const visits = async () => (await db.selectFrom('share_grants').select('id').execute()).length
  const earlier = await visits()
  const deletions = async (work: () => Promise<unknown>) =>
    (await mainThreadStatements(work)).filter((text) => text.startsWith('delete from "shares"'))

  const { token } = await share(id)
  await seedGrants(holdall, id, 301)
  expect(await deletions(() => ann.delete('/api/share/revoke', { tokens: [token] }))).toEqual([])
  expect(await visits()).toBe(earlier)

  const { token: expired } = await share(id, { expiration: 1 })
  await seedGrants(holdall, id, 301)
  holdall.clock.advance(2 * hour)
  await seedLinks(
    holdall,
    ann.userId,
    Array.from({ length: 49 }, () => id),
  )
  expect(await deletions(() => share(id))).toEqual([])
  expect(await visits()).toBe(earlier)
  const ended = await db
    .selectFrom('ended_shares')
    .select('reason')
    .where('token', 'in', [token, expired])
    .orderBy('ended_at')
    .execute()
  expect(ended).toEqual([{ reason: 'revoked' }, { reason: 'expired' }])
})
