import { homeOf } from '../../access/target.store.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { file, folder } from '../../testing/file-requests.ts'

let holdall: TestApp
let ann: SignedIn
let root: string
beforeAll(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
  root = (await homeOf(holdall.services.db, ann.userId)).root_id
})
afterAll(() => holdall.close())

interface Row {
  readonly id: string
  readonly kind: 'folder' | 'file'
  readonly name: string
  readonly size: number
  readonly createdAt: number
  /** Null in an entry of an earlier release. */
  readonly modifiedAt: number | null
}
// Ids, names, sizes and dates are in different orders, with equal sizes and dates among them.
const ownDates = [
  '0001-01-01T00:00:00Z',
  '1965-07-04T12:00:00Z',
  '1970-01-01T00:00:00Z',
  '2023-11-14T22:13:21.500Z',
  '2040-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '1965-07-04T12:00:00Z',
].map((iso) => Date.parse(iso))
const rows: readonly Row[] = [
  ...['beta', 'Alpha', 'img', 'image 2', 'Éclairs'].map((name, n) => ({ name, n, kind: 'folder' as const })),
  ...['img 10.png', 'img 9.png', 'IMG 100.png', 'alpha.txt', 'ümlaut', '7', '70', '07 up', 'b', 'beta.txt'].map(
    (name, n) => ({ name, n: n + 5, kind: 'file' as const }),
  ),
].map(({ name, n, kind }) => ({
  id: seededId((n * 7) % 15),
  kind,
  name,
  size: kind === 'file' ? (n * 4) % 3 : 0,
  createdAt: 1_700_000_000_000 + ((n * 11) % 4) * 1000,
  modifiedAt: kind === 'file' && n % 4 > 0 ? ownDates[n % 7]! : null,
}))
beforeAll(() =>
  seedEntries(
    holdall,
    ann.userId,
    rows.map((row) => ({ ...row, parentId: root })),
  ),
)

const list = async (query = '') => (await ann.get(`/api/browse/folders/all${query}`)).body
const idsOf = async (query = '') => ((await list(query)).data as { id: string }[]).map(({ id }) => id)

/** The expected order: folders first, then the key, then the id, both in the direction. */
function expected(key: (row: Row) => number, direction: 'ASC' | 'DESC'): string[] {
  const sign = direction === 'ASC' ? 1 : -1
  return rows
    .toSorted(
      (a, b) =>
        Number(a.kind === 'file') - Number(b.kind === 'file') || sign * (key(a) - key(b) || (a.id < b.id ? -1 : 1)),
    )
    .map(({ id }) => id)
}

test.each(['ASC', 'DESC'] as const)(
  'sorts by date of creation %s, folders first and equal dates by id',
  async (way) => {
    expect(await idsOf(`?sort=created_at&direction=${way}`)).toEqual(expected((row) => row.createdAt, way))
  },
)

test.each(['ASC', 'DESC'] as const)(
  'sorts files by their own date %s, files of earlier releases by that of their upload, and folders by name',
  async (way) => {
    const ids = await idsOf(`?sort=modified_at&direction=${way}`)
    expect(ids.slice(5)).toEqual(expected((row) => row.modifiedAt ?? row.createdAt, way).slice(5))
    expect(ids.slice(0, 5)).toEqual((await idsOf(`?sort=name&direction=${way}`)).slice(0, 5))
  },
)

test.each(['ASC', 'DESC'] as const)('sorts files by size %s, equal sizes by id, and folders by name', async (way) => {
  const ids = await idsOf(`?sort=size&direction=${way}`)
  expect(ids.slice(5)).toEqual(expected((row) => row.size, way).slice(5))
  expect(ids.slice(0, 5)).toEqual((await idsOf(`?sort=name&direction=${way}`)).slice(0, 5))
})

test.each([
  ['ASC', ['7', '07 up', '70', 'b', 'ümlaut', 'img 9.png', 'img 10.png', 'IMG 100.png', 'alpha.txt', 'beta.txt']],
  ['DESC', ['beta.txt', 'alpha.txt', 'IMG 100.png', 'img 10.png', 'img 9.png', 'ümlaut', 'b', '70', '07 up', '7']],
])('sorts files by extension %s, equal ones and folders by name', async (way, names) => {
  const ids = await idsOf(`?sort=type&direction=${way}`)
  expect(ids.slice(5).map((id) => rows.find((row) => row.id === id)?.name)).toEqual(names)
  expect(ids.slice(0, 5)).toEqual((await idsOf(`?sort=name&direction=${way}`)).slice(0, 5))
})

test('sorts by creation date, newest first, by default, and names ascending', async () => {
  expect(await idsOf()).toEqual(expected((row) => row.createdAt, 'DESC'))
  expect(await idsOf('?sort=modified_at')).toEqual(await idsOf('?sort=modified_at&direction=DESC'))
  expect(await idsOf('?sort=size')).toEqual(await idsOf('?sort=size&direction=DESC'))
  expect(await idsOf('?sort=name')).toEqual(await idsOf('?sort=name&direction=ASC'))
  expect(await idsOf('?sort=type')).toEqual(await idsOf('?sort=type&direction=ASC'))
})

test.each(['name', 'created_at', 'modified_at', 'size', 'type'])(
  'pages of a listing by %s make up the whole, in its order',
  async (sort) => {
    for (const direction of ['ASC', 'DESC']) {
      const query = `?sort=${sort}&direction=${direction}`
      const pages = []
      for (let page = 1; page <= 8; page++) pages.push(...(await idsOf(`${query}&per_page=2&page=${page}`)))
      expect([direction, pages]).toEqual([direction, await idsOf(query)])
    }
  },
)

test('pages of few folders and more files make up the whole, in its order', async () => {
  const bob = await holdall.signUp()
  const parentId = (await homeOf(holdall.services.db, bob.userId)).root_id
  const entry = (n: number) => ({ id: seededId(100 + n), parentId, name: `${n}`, size: n })
  await seedEntries(holdall, bob.userId, [
    { ...entry(0), kind: 'folder' },
    ...Array.from({ length: 9 }, (_, n) => ({ ...entry(n + 1), kind: 'file' as const })),
  ])
  for (const perPage of [1, 2, 3, 10]) {
    const shown: string[] = []
    for (let page = 1; page <= Math.ceil(10 / perPage); page++) {
      const { body } = await bob.get(`/api/browse/folders/all?sort=name&per_page=${perPage}&page=${page}`)
      shown.push(...body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name))
    }
    expect(shown).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`))
  }
})

test('has the page and its bounds', async () => {
  const paginate = async (query: string) => (await list(query)).meta.paginate
  expect(await paginate('?per_page=4&page=2')).toEqual({
    currentPage: 2,
    lastPage: 4,
    perPage: 4,
    from: 5,
    to: 8,
    total: 15,
  })
  expect(await paginate('?per_page=4&page=4')).toMatchObject({ from: 13, to: 15 })
  expect(await paginate('?per_page=5&page=3')).toMatchObject({ lastPage: 3, from: 11, to: 15 })
  expect(await paginate('?per_page=14')).toMatchObject({ lastPage: 2 })
  expect(await paginate('?per_page=5&page=4')).toMatchObject({ currentPage: 4, from: null, to: null, total: 15 })
})

test('pages begin at 1, and the server sets their size', async () => {
  const paginate = async (query = '') => (await list(query)).meta?.paginate
  expect(await paginate()).toMatchObject({ currentPage: 1, perPage: 50, from: 1 })
  expect(await paginate('?page=1')).toEqual(await paginate())
  expect(await paginate('?per_page=10')).toMatchObject({ perPage: 10, from: 1, to: 10 })
  expect(await paginate('?per_page=100000')).toMatchObject({ perPage: 200 })
  expect(await paginate('?page=0')).toEqual(await paginate())
})

describe('the first name with a prefix', () => {
  const folded = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
  const position = async (query: string) => (await ann.get(`/api/browse/folders/all/position?${query}`)).body.data

  test.each(['name', 'created_at', 'modified_at', 'size', 'type'])(
    'has its position in the listing by %s',
    async (sort) => {
      for (const direction of ['ASC', 'DESC']) {
        const { data } = await list(`?sort=${sort}&direction=${direction}`)
        for (const prefix of [
          'a',
          'AL',
          'alpha.',
          'i',
          'img',
          'img 1',
          'Img 10',
          'e',
          'É',
          'u',
          'b',
          'beta',
          '7',
          'x',
          'img 2',
        ]) {
          const index = (data as { attributes: { name: string } }[]).findIndex(({ attributes: { name } }) =>
            // Zeros at the beginning of a number do not count.
            folded(name).replace(/^0+/, '').startsWith(folded(prefix)),
          )
          const found = await position(`sort=${sort}&direction=${direction}&prefix=${encodeURIComponent(prefix)}`)
          expect([prefix, found]).toEqual([
            prefix,
            index < 0 ? null : { id: data[index].id, type: 'entry-position', attributes: { index } },
          ])
        }
      }
    },
  )

  test('is the one with the first id among those that are equal in the order', async () => {
    const bob = await holdall.signUp()
    const parentId = (await homeOf(holdall.services.db, bob.userId)).root_id
    const [first, second] = [seededId(201), seededId(202)]
    await seedEntries(holdall, bob.userId, [
      { id: first, parentId, kind: 'file', name: 'tie b', size: 1 },
      { id: second, parentId, kind: 'file', name: 'tie a', size: 1 },
    ])
    for (const sort of ['size', 'created_at', 'modified_at']) {
      const found = async (direction: string) => {
        const query = `sort=${sort}&direction=${direction}&prefix=tie`
        return (await bob.get(`/api/browse/folders/all/position?${query}`)).body.data
      }
      expect(await found('ASC')).toMatchObject({ id: first, attributes: { index: 0 } })
      expect(await found('DESC')).toMatchObject({ id: second, attributes: { index: 0 } })
    }
  })

  test('is searched in the default order of a listing', async () => {
    const ids = await idsOf()
    const found = await position('prefix=b')
    expect(ids[found.attributes.index]).toBe(found.id)
  })

  test('is never in the trash, in another folder or in somebody else’s', async () => {
    const bob = await holdall.signUp()
    const inner = await folder(bob, 'inner')
    await file(bob, 'needle.txt', 'x', { parent_id: inner })
    const { id } = await file(bob, 'needle.txt')
    await bob.post('/api/remove', { items: [{ id }] })
    const get = (folderId: string, client = bob) => client.get(`/api/browse/folders/${folderId}/position?prefix=needle`)
    expect((await get('all')).body).toEqual({ data: null })
    expect((await get(inner)).body.data.attributes).toEqual({ index: 0 })
    expect((await get(inner, ann)).status).toBe(404)
    expect((await bob.get(`/api/browse/folders/${inner}/position`)).status).toBe(422)
    expect((await bob.get(`/api/browse/folders/${inner}/position?prefix=%25`)).body).toEqual({ data: null })
  })

  test('is found in a shared folder by its visitors', async () => {
    const bob = await holdall.signUp()
    const shared = await folder(bob, 'shared')
    for (const name of ['a.txt', 'b.txt']) await file(bob, name, 'x', { parent_id: shared })
    const { body } = await bob.post('/api/share', { id: shared })
    const found = await holdall
      .visitor()
      .get(`/api/sharing/folders/all/${body.data.attributes.token}/position?sort=name&prefix=B`)
    expect(found.body.data.attributes).toEqual({ index: 1 })
  })
})
