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

  test('stops at 5,000 folders: what is left out has no `folders` and is requested by level', async () => {
    const ann = await holdall.signUp()
    const wide = await folder(ann, 'wide')
    await folder(ann, 'small')
    const { db } = holdall.services
    const { type_key: _computed, ...row } = await db
      .selectFrom('entries')
      .selectAll()
      .where('id', '=', wide)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 5000 }, (_, n) => {
      const name = `f${String(n)}`
      return { ...row, id: holdall.services.ids.next(), parent_id: wide, name, name_key: name, children_count: 0 }
    })
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto('entries')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    await db.updateTable('entries').set({ children_count: 5000, folders_count: 5000 }).where('id', '=', wide).execute()
    const { data } = (await ann.get('/api/browse/navigation?depth=all')).body
    expect(outline(data)).toEqual([['small', []], 'wide …'])
    expect((await ann.get(`/api/browse/navigation?parent_id=${wide}`)).body.data).toHaveLength(5000)
  })
})

describe('a folder of 100,000 entries', () => {
  const FOLDERS = 20_000
  const TOTAL = 100_000
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
        createdAt: now + (n % 1000),
      })),
    )
  }, 180_000)

  test.each([
    ['first', 1],
    ['where folders end', 400],
    ['in the middle', 1000],
    ['last', 2000],
  ])('has the right names on the page %s', async (_where, page) => {
    const expected = Array.from({ length: 50 }, (_, i) => nameOf((page - 1) * 50 + i))
    expect(await names(ann, 'all', `?sort=name&direction=ASC&page=${page}`)).toEqual(expected)
    const back = Array.from({ length: 50 }, (_, i) => {
      const at = (page - 1) * 50 + i
      return nameOf(at < FOLDERS ? FOLDERS - 1 - at : TOTAL - 1 - (at - FOLDERS))
    })
    expect(await names(ann, 'all', `?sort=name&direction=DESC&page=${page}`)).toEqual(back)
  })

  test('splits a page between folders and files', async () => {
    const some = await names(ann, 'all', '?sort=name&direction=ASC&page=101&per_page=199')
    expect(some).toHaveLength(199)
    expect(some[99]).toBe('folder 19999')
    expect(some[100]).toBe('file 0.txt')
  })

  test('shows nothing twice and skips nothing where it changes from folders to files and from one end to the other', async () => {
    const seen = new Set<string>()
    const pages = [...Array.from({ length: 20 }, (_, i) => 91 + i), ...Array.from({ length: 20 }, (_, i) => 291 + i)]
    for (const page of pages) {
      for (const name of await names(ann, 'all', `?page=${page}&per_page=200`)) seen.add(name)
    }
    expect(seen.size).toBe(pages.length * 200)
    expect([...seen].filter((name) => name.startsWith('folder'))).toHaveLength(10 * 200)
  }, 60_000)

  test('finds the first name with a prefix at its position in the listing, however many there are', async () => {
    for (const [query, index] of [
      ['sort=name&direction=ASC&prefix=file', FOLDERS],
      ['sort=name&direction=ASC&prefix=file 79999', TOTAL - 1],
      ['sort=name&direction=DESC&prefix=folder 1', 0],
      ['sort=size&direction=ASC&prefix=file 7', FOLDERS + 7],
      ['sort=size&direction=DESC&prefix=file 1', FOLDERS + 60_000],
    ] as const) {
      const { body } = await ann.get(`/api/browse/folders/all/position?${query.replaceAll(' ', '%20')}`)
      expect([query, body.data.attributes.index]).toEqual([query, index])
    }
  })

  test('is empty past its end and never returns more than 200', async () => {
    expect(await names(ann, 'all', '?page=2001')).toEqual([])
    expect(await names(ann, 'all', '?page=999999999')).toEqual([])
    expect(await names(ann, 'all', '?per_page=5000')).toHaveLength(200)
  })
})
