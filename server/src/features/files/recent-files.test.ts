import { homeOf } from '../../access/target.store.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

const items = (...ids: readonly string[]) => ({ items: ids.map((id) => ({ id })) })
const latest = async (query = '') => (await ann.get(`/api/browse/latest${query}`)).body
const names = async (query = '') =>
  (await latest(query)).data.map((entry: { attributes: { name: string } }) => entry.attributes.name)
const locations = async () => (await latest()).data.map((entry: { meta: { location: unknown } }) => entry.meta.location)
const top = { id: null, path: [], truncated: false }

/** A file that is newer than those before. */
async function newer(name: string, parent_id?: string, bytes = name): Promise<string> {
  holdall.clock.advance(1000)
  return (await file(ann, name, bytes, parent_id === undefined ? {} : { parent_id })).id
}

test('refuses a caller without a session, a visitor of a link, and a session that awaits its second factor', async () => {
  const shared = await folder(ann, 'shared')
  await newer('a.txt', shared)
  const token = await shareLink(ann, shared)
  const visitor = holdall.visitor()
  expect((await visitor.get('/api/browse/latest')).status).toBe(401)
  expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
  expect((await visitor.get('/api/browse/latest')).status).toBe(401)
  const { db } = holdall.services
  await db.updateTable('sessions').set({ state: 'challenge' }).where('user_id', '=', ann.userId).execute()
  expect((await ann.get('/api/browse/latest')).status).toBe(401)
})

test('shows nobody what others have, an administrator neither', async () => {
  await newer('a.txt')
  for (const other of [await holdall.signUp(), await holdall.signInAdmin()]) {
    const { data, meta } = (await other.get('/api/browse/latest')).body
    expect([data, meta.totals]).toEqual([[], { folders: 0, files: 0, filesize: 0 }])
  }
})

test('lists the files of all folders, the newest first, each with its folder', async () => {
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  await newer('first.txt', b)
  await newer('second.txt')
  await newer('third.txt', a)
  await folder(ann, 'newest of all, but a folder')
  expect(await names()).toEqual(['third.txt', 'second.txt', 'first.txt'])
  expect(await locations()).toEqual([
    { id: a, path: ['a'], truncated: false },
    top,
    { id: b, path: ['a', 'b'], truncated: false },
  ])
  const { data, meta } = await latest()
  expect(meta).toMatchObject({ totals: { folders: 0, files: 3, filesize: 28 }, root: null, ancestors: [] })
  expect(data.map((entry: { attributes: { parent_id: unknown } }) => entry.attributes.parent_id)).toEqual([a, null, b])
})

test('a file that has a link is shown with it, also when it expired', async () => {
  const id = await newer('a.txt')
  await newer('b.txt')
  const share = (await ann.post('/api/share', { id, expiration: 1 })).body.data
  const links = async () =>
    (await latest()).data.map((entry: { relationships: { shared: unknown } }) => entry.relationships.shared)
  expect(await links()).toEqual([null, { data: share, meta: { total: 1 } }])
  holdall.clock.advance(2 * 60 * 60 * 1000)
  expect((await links())[1].data.attributes).toMatchObject({ token: share.attributes.token, expired: true })
})

test('pages hold the order, of files with the same date by id, and a page past the end is empty', async () => {
  const { root_id: parentId } = await homeOf(holdall.services.db, ann.userId)
  const entries = [3, 1, 2, 5, 4].map((n) => ({
    id: seededId(n),
    parentId,
    kind: 'file' as const,
    name: `${n}`,
    size: n,
    createdAt: n === 4 ? 2000 : 1000,
  }))
  await seedEntries(holdall, ann.userId, entries)
  expect(await names()).toEqual(['4', '5', '3', '2', '1'])
  expect(await names('?per_page=2&page=2')).toEqual(['3', '2'])
  const totals = { folders: 0, files: 5, filesize: 15 }
  expect((await latest('?per_page=2&page=3')).meta).toMatchObject({
    paginate: { currentPage: 3, lastPage: 3, perPage: 2, from: 5, to: 5, total: 5 },
    totals,
  })
  const past = await latest('?per_page=2&page=4')
  expect([past.data, past.meta.paginate.from, past.meta.paginate.total]).toEqual([[], null, 5])
  expect(past.meta.totals).toEqual(totals)
})

test('goes back 1,000 files', async () => {
  const { root_id: parentId } = await homeOf(holdall.services.db, ann.userId)
  await seedEntries(
    holdall,
    ann.userId,
    Array.from({ length: 1205 }, (_, n) => ({
      id: seededId(10_000 + n),
      parentId,
      kind: 'file' as const,
      name: `${n}`,
      size: 2,
      createdAt: n,
    })),
  )
  const first = await latest()
  expect(first.data[0].id).toBe(seededId(11_204))
  expect(first.meta).toMatchObject({
    paginate: { lastPage: 20, total: 1000 },
    totals: { folders: 0, files: 1000, filesize: 2000 },
  })
  // Pages of 150 do not divide 1,000.
  const last = await latest('?per_page=150&page=7')
  expect(last.data).toHaveLength(100)
  expect(last.data.at(-1).id).toBe(seededId(10_205))
  expect(last.meta.paginate).toMatchObject({ lastPage: 7, from: 901, to: 1000, total: 1000 })
  expect((await latest('?per_page=150&page=8')).data).toEqual([])
  expect((await latest('?per_page=200&page=6')).data).toEqual([])
})

test('follows the trash, restoring, moving and deletion', async () => {
  const outer = await folder(ann, 'outer')
  const inner = await folder(ann, 'inner', outer)
  const deep = await newer('deep.txt', inner)
  const near = await newer('near.txt', outer)
  await newer('top.txt')
  await ann.post('/api/remove', items(near))
  expect(await names()).toEqual(['top.txt', 'deep.txt'])
  await ann.post('/api/remove', items(inner))
  expect(await names()).toEqual(['top.txt'])
  await ann.post('/api/remove', items(outer))
  // Its folder is in the trash, so it is brought to the top.
  await ann.post('/api/trash/restore', items(inner))
  expect([await names(), await locations()]).toEqual([
    ['top.txt', 'deep.txt'],
    [top, { id: inner, path: ['inner'], truncated: false }],
  ])
  await ann.post('/api/trash/restore', items(outer))
  await ann.post('/api/trash/restore', items(near))
  expect(await names()).toEqual(['top.txt', 'near.txt', 'deep.txt'])
  await ann.post('/api/move', { ...items(inner), to_id: outer })
  await ann.post('/api/move', { ...items(near), to_id: inner })
  const within = { id: inner, path: ['outer', 'inner'], truncated: false }
  expect(await locations()).toEqual([top, within, within])
  await ann.post('/api/remove', { items: [{ id: deep, force_delete: true }] })
  expect(await names()).toEqual(['top.txt', 'near.txt'])
})

test('a file whose content was replaced keeps its place and counts with its new size', async () => {
  const id = await newer('a.txt', undefined, '1')
  await newer('b.txt', undefined, '22')
  holdall.clock.advance(1000)
  expect((await file(ann, 'a.txt', '55555', { replace: 1 })).id).toBe(id)
  expect(await names()).toEqual(['b.txt', 'a.txt'])
  expect((await latest()).meta.totals).toEqual({ folders: 0, files: 2, filesize: 7 })
})

test('refuses pages that are no numbers and takes any that is one', async () => {
  await newer('a.txt')
  for (const page of ['-1', '1.5', 'x', '1e3', '9999999999999999', "1'--", '1&page=2']) {
    expect([page, (await ann.get(`/api/browse/latest?page=${page}`)).status]).toEqual([page, 422])
  }
  expect(await names('?page=0')).toEqual(['a.txt'])
  expect(await names('?page=999999999999999&per_page=200')).toEqual([])
})
