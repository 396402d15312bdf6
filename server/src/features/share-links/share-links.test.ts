import { hour } from '../../infrastructure/clock.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  bob = await holdall.signUp()
})

const share = async (client: SignedIn, id: string, more: object = {}) =>
  (await client.post('/api/share', { id, ...more })).body.data

describe('refuses', () => {
  test('what is foreign, trashed or unknown', async () => {
    const id = await folder(ann, 'a')
    expect((await holdall.visitor().post('/api/share', { id })).status).toBe(401)
    expect((await bob.post('/api/share', { id })).status).toBe(404)
    const gone = await folder(ann, 'gone')
    await ann.post('/api/remove', { items: [{ id: gone }] })
    expect((await ann.post('/api/share', { id: gone })).status).toBe(404)
  })

  test('defect 6: a change and a revocation by anybody but the owner', async () => {
    const { token } = (await share(ann, await folder(ann, 'a'), { isPassword: true, password: 'secret' })).attributes
    const own = (await share(bob, await folder(bob, 'b'))).attributes.token
    const drop = { protected: false, permission: 'visitor', expiration: null }
    expect((await bob.patch(`/api/share/${token}`, drop)).status).toBe(404)
    expect((await bob.post(`/api/share/${token}`, { _method: 'patch', ...drop })).status).toBe(404)
    expect((await holdall.visitor().patch(`/api/share/${token}`, drop)).status).toBe(401)
    for (const tokens of [[token], [own, token]]) {
      expect((await bob.delete('/api/share/revoke', { tokens })).status).toBe(404)
    }
    expect((await holdall.visitor().get(`/api/sharing/${token}`)).body.data.attributes).toMatchObject({
      protected: true,
      unlocked: false,
      permission: 'visitor',
    })
    expect((await holdall.visitor().get(`/api/sharing/${own}`)).status).toBe(200)
  })

  test('a password that is required and missing', async () => {
    const id = await folder(ann, 'a')
    expect((await ann.post('/api/share', { id, isPassword: true })).body).toMatchObject({
      errors: { password: [expect.any(String)] },
    })
    const { token } = (await share(ann, id)).attributes
    expect((await ann.patch(`/api/share/${token}`, { protected: true })).body).toMatchObject({
      errors: { password: [expect.any(String)] },
    })
  })
})

test('a link expires after one of the seven choices, in hours, or never', async () => {
  for (const expiration of [0, 3, 72, 169, -1, '24']) {
    const { status, body } = await ann.post('/api/share', { id: await folder(ann, 'a'), expiration })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['expiration']])
  }
  for (const expiration of [1, 2, 6, 12, 24, 48, 168, null]) {
    const { attributes } = await share(ann, await folder(ann, 'a'), { expiration })
    const { created_at, expires_at, expire_in } = attributes
    const lives = expires_at === null ? null : Date.parse(expires_at) - Date.parse(created_at)
    expect([expire_in, lives]).toEqual([expiration, expiration === null ? null : expiration * hour])
  }
})

test('a link has an unguessable token and an address, and is shown with its entry', async () => {
  const id = await folder(ann, 'a')
  const made = await share(ann, id, { permission: 'visitor', expiration: 24 })
  expect(made.attributes).toMatchObject({
    item_id: id,
    type: 'folder',
    permission: 'visitor',
    protected: false,
    expire_in: 24,
  })
  expect(made.attributes.token).toMatch(/^[A-Za-z0-9_-]{22,}$/)
  expect(made.attributes.link).toBe(`/share/${made.attributes.token}`)
  const [listed] = (await ann.get('/api/browse/folders/all')).body.data
  expect(listed.relationships.shared.data).toEqual(made)
})

test('the address of a link begins with the public address, whatever Host a request names', async () => {
  for (const [publicUrl, origin] of [
    [null, ''],
    ['https://files.example.com', 'https://files.example.com'],
  ] as const) {
    const other = await testApp({ config: { publicUrl } })
    const bob = await other.signUp()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const { attributes } = (await bob.post('/api/share', { id: await folder(bob, 'a') }, headers)).body.data
    expect(attributes.link).toBe(`${origin}/share/${attributes.token}`)
    const listed = (await bob.get('/api/browse/folders/all', headers)).body.data[0]
    expect(listed.relationships.shared.data.attributes.link).toBe(attributes.link)
    await other.close()
  }
})

test('a link to a file that allows editing is refused', async () => {
  const { id } = await file(ann, 'a.txt')
  const errors = { permission: ['Only links to folders can allow editing.'] }
  const refused = await ann.post('/api/share', { id, permission: 'editor' })
  expect([refused.status, refused.body.code, refused.body.errors]).toEqual([422, 'validation', errors])
  const { token } = (await share(ann, id)).attributes
  const changed = await ann.patch(`/api/share/${token}`, { permission: 'editor', password: 'secret' })
  expect([changed.status, changed.body.errors]).toEqual([422, errors])
  const { attributes } = (await holdall.visitor().get(`/api/sharing/${token}`)).body.data
  expect(attributes).toMatchObject({ permission: 'visitor', protected: false })
})

test('a link to a folder allows editing where its owner chooses so', async () => {
  const permissionOf = async (token: string) =>
    (await holdall.visitor().get(`/api/sharing/${token}`)).body.data.attributes.permission
  const { attributes } = await share(ann, await folder(ann, 'a'), { permission: 'editor' })
  expect([attributes.permission, await permissionOf(attributes.token)]).toEqual(['editor', 'editor'])
  const { token } = (await share(ann, await folder(ann, 'b'))).attributes
  expect(await permissionOf(token)).toBe('visitor')
  const changed = await ann.patch(`/api/share/${token}`, { permission: 'editor' })
  expect([changed.body.data.attributes.permission, await permissionOf(token)]).toEqual(['editor', 'editor'])
})

test('several links end at once, by POST with _method as well, and no other does', async () => {
  const tokens: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    tokens.push((await share(ann, await folder(ann, name))).attributes.token)
  }
  const [first, second, third] = tokens
  const ended = await ann.post('/api/share/revoke', { _method: 'delete', tokens: [first, second] })
  expect(ended.status).toBeLessThan(300)
  expect((await ann.delete('/api/share/revoke', { tokens: [third] })).status).toBe(ended.status)
  const statuses = []
  for (const token of tokens) statuses.push((await holdall.visitor().get(`/api/sharing/${token}`)).status)
  expect(statuses).toEqual([410, 410, 410, 200])
  const { data } = (await ann.get('/api/browse/folders/all?sort=name')).body
  expect(
    data.map((entry: { relationships: { shared: object | null } }) => entry.relationships.shared !== null),
  ).toEqual([false, false, false, true])
})

test('no password is stored or logged in plain text', async () => {
  await share(ann, await folder(ann, 'a'), { isPassword: true, password: 'Hunter2-plain' })
  const rows = await holdall.services.db.selectFrom('shares').select('password_hash').execute()
  expect(rows.some((row) => row.password_hash?.startsWith('$argon2id$'))).toBe(true)
  expect(JSON.stringify(rows)).not.toContain('Hunter2-plain')
  expect(holdall.log.join('')).not.toContain('Hunter2-plain')
})

test('choosing the same expiry again does not extend it, another one counts from now', async () => {
  const { token, expires_at } = (await share(ann, await folder(ann, 'a'), { expiration: 2 })).attributes
  holdall.clock.advance(hour)
  const same = (await ann.patch(`/api/share/${token}`, { expiration: 2 })).body.data.attributes
  expect(same.expires_at).toBe(expires_at)
  const longer = (await ann.patch(`/api/share/${token}`, { expiration: 6 })).body.data.attributes
  expect(Date.parse(longer.expires_at)).toBeGreaterThan(Date.parse(expires_at) + 4 * hour)
  expect((await ann.patch(`/api/share/${token}`, { expiration: null })).body.data.attributes.expires_at).toBeNull()
})

test('an expired link is shown as expired, and renewed with the same term', async () => {
  const { id } = await file(ann, 'expiring.txt')
  const { body } = await ann.post('/api/share', { id, expiration: 1 })
  const { token, expired } = body.data.attributes
  expect(expired).toBe(false)
  holdall.clock.advance(hour + 1)
  const { body: listed } = await ann.get('/api/browse/folders/all')
  const entry = listed.data.find((one: { id: string }) => one.id === id)
  expect(entry.relationships.shared.data.attributes).toMatchObject({ token, expired: true, expire_in: 1 })
  expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(410)

  const renewed = await ann.patch(`/api/share/${token}`, { expiration: 1 })
  expect(renewed.body.data.attributes).toMatchObject({ token, expired: false, expire_in: 1 })
  expect(Date.parse(renewed.body.data.attributes.expires_at)).toBeGreaterThan(holdall.clock.now())
  expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(200)
})

test('where the first link has expired, a new one is the primary link', async () => {
  const id = await folder(ann, 'a')
  const { token } = (await share(ann, id, { expiration: 1 })).attributes
  holdall.clock.advance(hour + 1)
  const fresh = (await share(ann, id)).attributes
  expect(fresh.token).not.toBe(token)
  const [listed] = (await ann.get('/api/browse/folders/all')).body.data
  expect(listed.relationships.shared).toMatchObject({
    data: { attributes: { token: fresh.token } },
    meta: { total: 2 },
  })
  expect((await holdall.visitor().get(`/api/sharing/${token}`)).body.code).toBe('share-expired')
})

test('a deleted folder deletes the links below it, and none of a folder whose name begins alike or of somebody else', async () => {
  const bob = await holdall.signUp()
  const [a, ab] = [await folder(ann, 'a'), await folder(ann, 'ab')]
  const [inside, beside] = [await folder(ann, 'inside', a), await folder(ann, 'inside', ab)]
  const [bobs, bobsInside] = await folder(bob, 'a').then(async (id) => [id, await folder(bob, 'inside', id)] as const)
  const tokenOf = async (user: typeof ann, id: string) => (await share(user, id)).attributes.token as string
  const ended = [await tokenOf(ann, a), await tokenOf(ann, inside)]
  const kept = [
    await tokenOf(ann, ab),
    await tokenOf(ann, beside),
    await tokenOf(bob, bobs),
    await tokenOf(bob, bobsInside),
  ]
  await ann.post('/api/remove', { items: [{ id: a, force_delete: true }] })
  const statusOf = async (token: string) => (await holdall.visitor().get(`/api/sharing/${token}`)).status
  expect(await Promise.all(ended.map(statusOf))).toEqual([404, 404])
  expect(await Promise.all(kept.map(statusOf))).toEqual([200, 200, 200, 200])
})

test('a deleted entry deletes its link', async () => {
  const id = await folder(ann, 'a')
  const { token } = (await share(ann, id)).attributes
  await ann.post('/api/remove', { items: [{ id, force_delete: true }] })
  expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(404)
  expect(await holdall.services.db.selectFrom('shares').select('id').where('token', '=', token).execute()).toEqual([])
})
