import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, folder, put } from '../../testing/file-requests.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp()
  await holdall.services.settings.set('files.max_depth', 8)
})
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

/** Ids of folders inside each other, outermost first. */
async function chain(levels: number, parentId: string | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let level = 1; level <= levels; level++) ids.push(await folder(ann, `level ${level}`, ids.at(-1) ?? parentId))
  return ids
}

const tooDeep = { status: 422, body: { code: 'too-deep', message: 'Folders can be nested up to 8 levels deep.' } }

test('a folder is not created below the last level, and a file is', async () => {
  const ids = await chain(8)
  expect(await ann.post('/api/create-folder', { name: 'x', parent_id: ids[7] })).toMatchObject(tooDeep)
  expect((await put(ann, 'x.txt', 'x', { parent_id: ids[7]! })).status).toBe(201)
})

test('a folder is not moved to where its content would be too deep, alone or with all others', async () => {
  const [a, b] = [await chain(4), await chain(5)]
  expect(await ann.post('/api/move', { items: [{ id: b[0] }], to_id: a[3] })).toMatchObject(tooDeep)
  const all = { parent_id: null, all: true, except: [a[0]], to_id: a[3] }
  expect(await ann.post('/api/move', all)).toMatchObject(tooDeep)
  expect((await ann.post('/api/move', { items: [{ id: b[0] }], to_id: a[2] })).status).toBe(200)
})

test('what was put into the trash out of a folder does not count when that is moved', async () => {
  const [a, b] = [await chain(6), await chain(4)]
  expect(await ann.post('/api/move', { items: [{ id: b[0] }], to_id: a[5] })).toMatchObject(tooDeep)
  await ann.post('/api/remove', { items: [{ id: b[2] }] })
  expect((await ann.post('/api/move', { items: [{ id: b[0] }], to_id: a[5] })).status).toBe(200)
})

test('files are moved and come back to the last level', async () => {
  const ids = await chain(8)
  const { id } = (await put(ann, 'x.txt')).body.data
  expect((await ann.post('/api/move', { items: [{ id }], to_id: ids[7] })).status).toBe(200)
  await ann.post('/api/remove', { items: [{ id }] })
  expect((await ann.post('/api/trash/restore', { items: [{ id }] })).status).toBe(200)
})

test('an entry is not restored to where it would be too deep, but to the top it is', async () => {
  const [place, moved] = [await chain(2), await chain(4)]
  const inner = await chain(4, place[1])
  await ann.post('/api/remove', { items: [{ id: inner[0] }] })
  await ann.post('/api/move', { items: [{ id: place[0] }], to_id: moved[3] })
  const items = [{ id: inner[0] }]
  expect(await ann.post('/api/trash/restore', { items })).toMatchObject(tooDeep)
  expect((await ann.post('/api/trash/restore', { items, to_home: true })).status).toBe(200)
})

test('an upload with a path that is too deep is refused before its bytes, and leaves no folder', async () => {
  const ids = await chain(6)
  const path = (levels: number) => `/${Array.from({ length: levels }, (_, n) => n).join('/')}/x.txt`
  expect(await put(ann, 'x.txt', 'x', { parent_id: ids[5]!, path: path(3) })).toMatchObject(tooDeep)
  expect(
    await holdall.services.db.selectFrom('uploads').select('name').where('owner_id', '=', ann.userId).execute(),
  ).toEqual([])
  expect((await ann.get(`/api/browse/folders/${ids[5]}`)).body.data).toEqual([])
  expect((await put(ann, 'x.txt', 'x', { parent_id: ids[5]!, path: path(2) })).status).toBe(201)
})

test('a tree that is too deep already can be opened, filled with files, trashed, restored to the top and moved up', async () => {
  const first = await folder(ann, 'old')
  const old = Array.from({ length: 20 }, (_, n) => ({
    id: seededId(n),
    parentId: n === 0 ? first : seededId(n - 1),
    kind: 'folder' as const,
    name: 'old',
  }))
  await seedEntries(holdall, ann.userId, old)
  expect((await ann.get(`/api/browse/folders/${seededId(19)}`)).status).toBe(200)
  expect((await put(ann, 'x.txt', 'x', { parent_id: seededId(19) })).status).toBe(201)
  // It is in that folder already.
  const stays = { items: [{ id: seededId(12) }], to_id: seededId(11) }
  expect((await ann.post('/api/move', stays)).status).toBe(200)
  await ann.post('/api/remove', { items: [{ id: first }] })
  expect((await ann.post('/api/trash/restore', { items: [{ id: first }] })).status).toBe(200)
  expect((await ann.post('/api/move', { items: [{ id: seededId(3) }], to_id: null })).status).toBe(200)
})
