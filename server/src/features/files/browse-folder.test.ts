import { homeOf } from '../../access/target.store.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { file, folder, names } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

test('refuses an anonymous caller, somebody else’s folder, an unknown one and a file', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const foreign = await folder(ann, 'mine')
  const own = await file(bob, 'a.txt')
  expect((await holdall.visitor().get('/api/browse/folders/all')).status).toBe(401)
  for (const id of [foreign, '01890000-0000-7000-8000-000000000000', own.id, 'nonsense']) {
    expect((await bob.get(`/api/browse/folders/${id}`)).status).toBe(404)
  }
})

test('lists folders first, by name with numbers in order, from either end', async () => {
  const ann = await holdall.signUp()
  for (const name of ['file 10.txt', 'File 9.txt', 'Éclair.txt']) await file(ann, name)
  for (const name of ['z 2', 'Z 10']) await folder(ann, name)
  expect(await names(ann, 'all', '?sort=name&direction=ASC')).toEqual([
    'z 2',
    'Z 10',
    'Éclair.txt',
    'File 9.txt',
    'file 10.txt',
  ])
  expect(await names(ann, 'all', '?sort=name&direction=DESC')).toEqual([
    'Z 10',
    'z 2',
    'file 10.txt',
    'File 9.txt',
    'Éclair.txt',
  ])
})

test('has the ancestors, the root and the page', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  const c = await folder(ann, 'c', b)
  const { body } = await ann.get(`/api/browse/folders/${c}`)
  expect(body.meta.ancestors.map((entry: { name: string }) => entry.name)).toEqual(['a', 'b'])
  expect(body.meta.root.data.attributes).toMatchObject({ name: 'c', parent_id: b, items: 0 })
  expect(body.meta.paginate).toEqual({ currentPage: 1, lastPage: 1, perPage: 50, from: null, to: null, total: 0 })
  expect((await ann.get(`/api/browse/folders/${a}`)).body.meta.root.data.attributes.parent_id).toBeNull()
})

test('returns the folders of one level for the tree', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  await folder(ann, 'inner', a)
  await folder(ann, 'b')
  await file(ann, 'c.txt')
  const top = (await ann.get('/api/browse/navigation')).body.data
  expect(top.map((node: { name: string; has_folders: boolean }) => [node.name, node.has_folders])).toEqual([
    ['a', true],
    ['b', false],
  ])
  expect((await ann.get(`/api/browse/navigation?parent_id=${a}`)).body.data).toMatchObject([{ name: 'inner' }])
})

describe('the tree', () => {
  interface Node {
    readonly name: string
    readonly folders?: readonly Node[]
  }
  const outline = (nodes: readonly Node[]): unknown =>
    nodes.map(({ name, folders }) => (folders === undefined ? `${name} …` : [name, outline(folders)]))

  test('is returned completely, in the requested order', async () => {
    const ann = await holdall.signUp()
    const a = await folder(ann, 'a')
    await folder(ann, 'inner', await folder(ann, 'mid', a))
    holdall.clock.advance(1000)
    await folder(ann, 'b')
    const tree = async (query: string) => outline((await ann.get(`/api/browse/navigation?${query}`)).body.data)
    expect(await tree('depth=all')).toEqual([
      ['a', [['mid', [['inner', []]]]]],
      ['b', []],
    ])
    expect(await tree(`depth=all&parent_id=${a}`)).toEqual([['mid', [['inner', []]]]])
    expect(await tree('depth=all&sort=name&direction=DESC')).toEqual([
      ['b', []],
      ['a', [['mid', [['inner', []]]]]],
    ])
    expect(await tree('sort=created_at&direction=DESC')).toEqual(['b …', 'a …'])
    expect(await tree('sort=name&direction=DESC')).toEqual(['b …', 'a …'])
    expect((await ann.get('/api/browse/navigation?depth=some')).status).toBe(422)
  })
})

describe('a folder of many pages', () => {
  const FOLDERS = 60
  const TOTAL = 300
  const PER_PAGE = 10
  let ann: Awaited<ReturnType<TestApp['signUp']>>
  const nameOf = (n: number) => (n < FOLDERS ? `folder ${n}` : `file ${n - FOLDERS}.txt`)

  beforeAll(async () => {
    ann = await holdall.signUp()
    const { root_id: parentId } = await homeOf(holdall.services.db, ann.userId)
    const now = holdall.clock.now()
    await seedEntries(
      holdall,
      ann.userId,
      Array.from({ length: TOTAL }, (_, n) => ({
        id: seededId((n * 7919) % TOTAL),
        parentId,
        kind: n < FOLDERS ? ('folder' as const) : ('file' as const),
        name: nameOf(n),
        size: n < FOLDERS ? 0 : n,
        createdAt: now + (n % 100),
      })),
    )
  })

  test.each([
    ['first', 1],
    ['where folders end', 6],
    ['in the middle', 15],
    ['last', 30],
  ])('has the right names on the page %s', async (_where, page) => {
    const numbers = Array.from({ length: PER_PAGE }, (_, i) => (page - 1) * PER_PAGE + i)
    const query = `?sort=name&per_page=${PER_PAGE}&page=${page}`
    expect(await names(ann, 'all', `${query}&direction=ASC`)).toEqual(numbers.map(nameOf))
    const back = numbers.map((at) => nameOf(at < FOLDERS ? FOLDERS - 1 - at : TOTAL - 1 - (at - FOLDERS)))
    expect(await names(ann, 'all', `${query}&direction=DESC`)).toEqual(back)
  })

  test('splits a page between folders and files', async () => {
    const some = await names(ann, 'all', '?sort=name&direction=ASC&page=2&per_page=41')
    expect([some.length, some[18], some[19]]).toEqual([41, 'folder 59', 'file 0.txt'])
  })

  test('shows nothing twice and skips nothing where it changes from folders to files and from one end to the other', async () => {
    const seen: string[] = []
    for (let page = 1; page <= TOTAL / PER_PAGE; page++) {
      seen.push(...(await names(ann, 'all', `?page=${page}&per_page=${PER_PAGE}`)))
    }
    expect([seen.length, new Set(seen).size]).toEqual([TOTAL, TOTAL])
    expect(seen.filter((name) => name.startsWith('folder'))).toEqual(
      expect.arrayContaining(Array.from({ length: FOLDERS }, (_, n) => nameOf(n))),
    )
  })

  test('finds the first name with a prefix at its position in the listing', async () => {
    for (const [query, index] of [
      ['sort=name&direction=ASC&prefix=file', FOLDERS],
      ['sort=name&direction=ASC&prefix=file 239', TOTAL - 1],
      ['sort=name&direction=DESC&prefix=folder 1', FOLDERS - 1 - 19],
      ['sort=size&direction=ASC&prefix=file 7', FOLDERS + 7],
      ['sort=size&direction=DESC&prefix=file 1', TOTAL - 1 - 199],
    ] as const) {
      const { body } = await ann.get(`/api/browse/folders/all/position?${query.replaceAll(' ', '%20')}`)
      expect([query, body.data.attributes.index]).toEqual([query, index])
    }
  })

  test('is empty past its end and never returns more than 200', async () => {
    expect(await names(ann, 'all', '?page=7')).toEqual([])
    expect(await names(ann, 'all', '?page=999999999')).toEqual([])
    expect(await names(ann, 'all', '?per_page=5000')).toHaveLength(200)
  })
})
