import { homeOf } from '../../access/target.store.ts'
import { type SeededEntry, seededId, seedEntries } from '../../testing/seed-entries.ts'
import { seedGrants } from '../../testing/seed-grants.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { folder } from '../../testing/file-requests.ts'
import { transactFor } from '../entries/change-size.store.ts'

let holdall: TestApp
let ann: SignedIn
let root: string
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
  root = (await homeOf(holdall.services.db, ann.userId)).root_id
})
afterEach(() => holdall.close())

/** Entries with ids from `from` on. */
const entries = (count: number, from: number, entry: (n: number) => Omit<SeededEntry, 'id'>): SeededEntry[] =>
  Array.from({ length: count }, (_, n) => ({ id: seededId(from + n), ...entry(n) }))

/** Names with the same sort key, which has only the beginning of a name. */
const long = (n: number) => `${'x'.repeat(200)} ${n}`

test('all but some of thousands go into the trash, also when many have the same sort key', async () => {
  await seedEntries(holdall, ann.userId, [
    ...entries(2600, 1, (n) => ({ parentId: root, kind: 'folder', name: long(n) })),
    ...entries(20, 5001, (n) => ({ parentId: root, kind: 'file', name: n < 10 ? long(2600 + n) : `file ${n}` })),
  ])
  const except = [seededId(1), seededId(2501), seededId(5001), seededId(5020)]
  const { body } = await ann.post('/api/remove', { parent_id: null, all: true, except })
  expect([body.count, new Set(body.ids).size]).toEqual([2616, 2616])
  const { data, meta } = (await ann.get('/api/browse/folders/all?sort=name')).body
  expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual(except.toSorted())
  expect(meta.paginate.total).toBe(4)
})

describe('the tree', () => {
  test('of more than 5,000 folders at the top is not returned completely, but their level is', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(5001, 1, (n) => ({ parentId: root, kind: 'folder', name: `${n}` })),
    )
    expect((await ann.get('/api/browse/navigation?depth=all')).body).toEqual({ data: [] })
    const level = async (query: string) =>
      (await ann.get(`/api/browse/navigation${query}`)).body.data.map(({ id }: { id: string }) => id)
    const all = Array.from({ length: 5001 }, (_, n) => seededId(n + 1))
    expect(await level('')).toEqual(all)
    expect(await level('?sort=name&direction=DESC')).toEqual(all.toReversed())
  })

  test('has every folder under its own parent, however many one level has', async () => {
    const [width, levels] = [600, 6]
    await seedEntries(
      holdall,
      ann.userId,
      entries(width * levels, 1, (n) => ({
        parentId: n < width ? root : seededId(n + 1 - width),
        kind: 'folder',
        name: `folder ${n}`,
      })),
    )
    let level = (await ann.get('/api/browse/navigation?depth=all')).body.data
    for (let n = 0; n < levels; n++) {
      const expected = Array.from({ length: width }, (_, i) => seededId(n * width + i + 1))
      expect(level.map(({ id }: { id: string }) => id)).toEqual(expected)
      level = level.flatMap(({ folders }: { folders: unknown }) => folders)
    }
    expect(level).toEqual([])
  })

  test('is complete with 5,000 folders, and ends before a level that does not fit', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(4999, 1, (n) => ({ parentId: n < 4000 ? root : seededId(1), kind: 'folder', name: `${n}` })),
    )
    const last = await folder(ann, 'last', seededId(1000))
    const first = async () => {
      const { data } = (await ann.get('/api/browse/navigation?depth=all')).body
      return data.find(({ id }: { id: string }) => id === seededId(1))
    }
    expect((await first()).folders).toHaveLength(999)
    await folder(ann, 'one more', last)
    expect((await first()).folders).toHaveLength(999)
    const { data } = (await ann.get('/api/browse/navigation?depth=all')).body
    const [outer] = data.find(({ id }: { id: string }) => id === seededId(1000)).folders
    expect(outer).toMatchObject({ id: last, has_folders: true })
    expect(outer).not.toHaveProperty('folders')
  })
})

test('a name gets the number after all that are taken', async () => {
  await seedEntries(
    holdall,
    ann.userId,
    entries(140, 1, (n) => ({ parentId: root, kind: 'folder', name: n === 0 ? 'x' : `x (${n + 1})` })),
  )
  const { body } = await ann.post('/api/create-folder', { name: 'x' })
  expect(body.data.attributes.name).toBe('x (141)')
  await ann.post('/api/remove', { items: [{ id: seededId(99) }] })
  expect((await ann.post('/api/create-folder', { name: 'x' })).body.data.attributes.name).toBe('x (99)')
})

test('a name that thousands have is numbered with a number that is free and follows a taken one', async () => {
  await seedEntries(
    holdall,
    ann.userId,
    entries(2100, 1, (n) => ({ parentId: root, kind: 'folder', name: n === 0 ? 'x' : `x (${n + 1})` })),
  )
  const created = async () => (await ann.post('/api/create-folder', { name: 'x' })).body.data.attributes.name
  expect([await created(), await created()]).toEqual(['x (2101)', 'x (2102)'])
  await ann.post('/api/remove', { items: [{ id: seededId(1000) }] })
  expect(await created()).toBe('x (1000)')
})

test.each([1999, 2000, 2100])(
  'of %i names with a prefix the first one is found at its position in the listing',
  async (count) => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(count, 1, (n) => ({ parentId: root, kind: 'file', name: `a ${n}`, size: 1 + ((n * 7919) % 1000) })),
    )
    await seedEntries(holdall, ann.userId, [
      { id: seededId(9001), parentId: root, kind: 'file', name: 'b small', size: 0 },
      { id: seededId(9002), parentId: root, kind: 'file', name: 'b large', size: 5000 },
    ])
    for (const direction of ['ASC', 'DESC']) {
      const query = `sort=size&direction=${direction}`
      const found = (await ann.get(`/api/browse/folders/all/position?${query}&prefix=a`)).body.data
      const { index } = found.attributes
      const [listed] = (await ann.get(`/api/browse/folders/all?${query}&per_page=1&page=${index + 1}`)).body.data
      expect([listed.id, index]).toEqual([found.id, 1])
    }
  },
)

test('a change of more than 300 entries is made off the main thread on SQLite, a smaller one on it', async () => {
  const files = (parentId: string, count: number, from: number) =>
    entries(count, from, (n) => ({ parentId, kind: 'file', name: `${n}` }))
  const folders = entries(6, 1, (n) => ({
    parentId: n === 4 ? seededId(4) : root,
    kind: 'folder',
    name: `folder ${n}`,
  }))
  const [full, crowded, few, nested, within, empty] = folders.map(({ id }) => id)
  await seedEntries(holdall, ann.userId, [
    ...folders,
    ...files(full!, 299, 1000),
    ...files(crowded!, 301, 2000),
    ...files(few!, 100, 3000),
    ...files(nested!, 150, 4000),
    ...files(within!, 160, 5000),
  ])
  const { services } = holdall
  const isBulk = async (which: Parameters<typeof transactFor>[1]) =>
    (await transactFor(services, which)) === services.transactBulk
  const onSqlite = services.engine === 'sqlite'
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, n) => seededId(1000 + n)) })
  expect([await isBulk(ids(300)), await isBulk(ids(301))]).toEqual([false, onSqlite])
  expect([await isBulk({ ids: [few!] }), await isBulk({ ids: [empty!] })]).toEqual([false, false])
  expect([await isBulk({ ids: [crowded!] }), await isBulk({ ids: [nested!] })]).toEqual([onSqlite, onSqlite])
  const all = (parentId: string) => ({ parentId, except: new Set<string>() })
  expect([await isBulk(all(few!)), await isBulk(all(crowded!)), await isBulk(all(root))]).toEqual([
    false,
    onSqlite,
    onSqlite,
  ])
})

test('nested folders and trashed entries count for the size of a change', async () => {
  const chain = entries(301, 1, (n) => ({ parentId: n === 0 ? root : seededId(n), kind: 'folder', name: 'nested' }))
  const [few, many] = [seededId(500), seededId(501)]
  await seedEntries(holdall, ann.userId, [
    ...chain,
    { id: few, parentId: root, kind: 'folder', name: 'few' },
    { id: many, parentId: root, kind: 'folder', name: 'many' },
    ...entries(299, 1001, (n) => ({ parentId: few, kind: 'file', name: `${n}` })),
    ...entries(301, 2001, (n) => ({ parentId: many, kind: 'file', name: `${n}` })),
  ])
  const { services } = holdall
  const isBulk = async (id: string) => (await transactFor(services, { ids: [id] })) === services.transactBulk
  const onSqlite = services.engine === 'sqlite'
  expect([await isBulk(seededId(3)), await isBulk(seededId(1))]).toEqual([false, onSqlite])
  for (const id of [few, many]) await ann.post('/api/remove', { parent_id: id, all: true, except: [] })
  expect([await isBulk(few), await isBulk(many)]).toEqual([false, onSqlite])
})

test('visits of links count for how a change is made', async () => {
  const { services } = holdall
  const isBulk = async (id: string) => (await transactFor(services, { ids: [id] })) === services.transactBulk
  const [above, few, many] = [seededId(1), seededId(2), seededId(3)]
  await seedEntries(holdall, ann.userId, [
    { id: above, parentId: root, kind: 'folder', name: 'above' },
    { id: few, parentId: above, kind: 'folder', name: 'few' },
    { id: many, parentId: above, kind: 'folder', name: 'many' },
  ])
  for (const [id, visits] of [
    [few, 300],
    [many, 301],
  ] as const) {
    await ann.post('/api/share', { id })
    await seedGrants(holdall, id, visits)
  }
  const onSqlite = services.engine === 'sqlite'
  expect([await isBulk(few), await isBulk(many), await isBulk(above)]).toEqual([false, onSqlite, onSqlite])
})
