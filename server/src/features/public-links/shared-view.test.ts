import { setImmediate } from 'node:timers/promises'
import { hour } from '../../infrastructure/clock.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import type { Client } from '../../testing/client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})

const tokenOf = (id: string, more: object = {}): Promise<string> => shareLink(ann, id, more)
const unlock = (token: string, password: string) => visitor.post(`/api/sharing/authenticate/${token}`, { password })

test('a locked link says when it expires once it is unlocked, and not before', async () => {
  const token = await tokenOf(await folder(ann, 'a'), { isPassword: true, password: 'secret', expiration: 24 })
  const shown = async () => (await visitor.get(`/api/sharing/${token}`)).body.data.attributes
  expect(await shown()).toMatchObject({ token, protected: true, unlocked: false, expires_at: null })
  await unlock(token, 'secret')
  const { expires_at, ...open } = await shown()
  expect(open).toMatchObject({ token, protected: true, unlocked: true, type: 'folder', name: 'a' })
  expect(Math.abs(Date.parse(expires_at) - holdall.clock.now() - 24 * hour)).toBeLessThan(hour)
})

test('a wrong password says so, and leaves no grant', async () => {
  const token = await tokenOf(await folder(ann, 'a'), { isPassword: true, password: 'secret' })
  const { body } = await unlock(token, 'wrong')
  expect(body.code).toBe('bad-credentials')
  expect(visitor.cookies.size).toBe(0)
})

test('a link without a password is open to whoever offers one, and needs no grant', async () => {
  const token = await tokenOf(await folder(ann, 'a'))
  const { status, body } = await unlock(token, 'anything')
  expect([status, body.data.attributes.unlocked, visitor.cookies.size]).toEqual([200, true, 0])
})

test('a link ends with the account of whoever shared it', async () => {
  const token = await tokenOf(await folder(ann, 'a'))
  await holdall.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', ann.userId).execute()
  for (const way of [`/api/sharing/${token}`, `/api/sharing/folders/all/${token}`]) {
    expect((await visitor.get(way)).body.code).toBe('not-found')
  }
})

test('a link without an expiration shows none', async () => {
  const token = await tokenOf(await folder(ann, 'a'))
  expect((await visitor.get(`/api/sharing/${token}`)).body.data.attributes.expires_at).toBeNull()
})

test('a grant lasts a month in the browser, for every page', async () => {
  const token = await tokenOf(await folder(ann, 'a'), { isPassword: true, password: 'secret' })
  const { raw } = await unlock(token, 'secret')
  expect(raw.cookies).toMatchObject([{ maxAge: 30 * 24 * 60 * 60, path: '/', httpOnly: true, sameSite: 'Lax' }])
})

test('the folders of a link are returned level by level or all at once, from the shared folder down', async () => {
  const top = await folder(ann, 'top', await folder(ann, 'above'))
  const a = await folder(ann, 'a', top)
  const b = await folder(ann, 'b', a)
  await folder(ann, 'c', b)
  const token = await tokenOf(top)
  const tree = async (query: string) => (await visitor.get(`/api/sharing/navigation/${token}?${query}`)).body.data
  expect(await tree('')).toMatchObject([{ name: 'a', parent_id: null, has_folders: true }])
  expect(await tree(`parent_id=${a}`)).toMatchObject([{ name: 'b', parent_id: a, has_folders: true }])
  expect(await tree('depth=all')).toMatchObject([
    { name: 'a', parent_id: null, folders: [{ name: 'b', folders: [{ name: 'c', folders: [] }] }] },
  ])
})

test('the ancestors inside a link begin at the shared folder', async () => {
  const top = await folder(ann, 'top', await folder(ann, 'above'))
  const a = await folder(ann, 'a', top)
  const b = await folder(ann, 'b', a)
  await file(ann, 'deep.txt', 'deep', { parent_id: b })
  const token = await tokenOf(top)
  const { data, meta } = (await visitor.get(`/api/sharing/folders/${b}/${token}`)).body
  expect(data).toMatchObject([{ attributes: { name: 'deep.txt', parent_id: b } }])
  expect(meta.ancestors).toEqual([{ id: a, name: 'a' }])
})

test('a visitor finds the first name with the typed prefix, at the top and inside', async () => {
  const top = await folder(ann, 'top')
  const inner = await folder(ann, 'inner', top)
  const [apple, banana] = [
    await file(ann, 'apple.txt', '1', { parent_id: top }),
    await file(ann, 'banana.txt', '1', { parent_id: inner }),
  ]
  const token = await tokenOf(top)
  const position = async (id: string, prefix: string) =>
    (await visitor.get(`/api/sharing/folders/${id}/${token}/position?sort=name&prefix=${prefix}`)).body.data
  expect(await position('all', 'app')).toMatchObject({ id: apple.id, attributes: { index: 1 } })
  expect(await position(inner, 'ban')).toMatchObject({ id: banana.id, attributes: { index: 0 } })
  expect(await position(top, 'ban')).toBeNull()
})

test('a folder that leaves the shared one while it is listed does not show what is above it by then', async () => {
  const hidden = await folder(ann, 'hidden', await folder(ann, 'private'))
  // The move comes between other statements of the listing in each attempt.
  for (let turns = 0; turns < 40; turns += 1) {
    const top = await folder(ann, 'top')
    const a = await folder(ann, 'a', top)
    const b = await folder(ann, 'b', a)
    const token = await tokenOf(top)
    const listed = visitor.get(`/api/sharing/folders/${b}/${token}`)
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
    expect((await ann.post('/api/move', { items: [{ id: a }], to_id: hidden })).status).toBe(200)
    const { status, body } = await listed
    if (status === 200) expect(body.meta.ancestors).toEqual([{ id: a, name: expect.stringMatching(/^a/) as string }])
    else expect([status, body.code]).toEqual([404, 'not-found'])
  }
})
