import type { FolderNode } from '@holdall/api'
import { homeOf } from '../../access/target.store.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { type SeededEntry, seededId, seedEntries } from '../../testing/seed-entries.ts'
import { seedGrants } from '../../testing/seed-grants.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { folder } from '../../testing/file-requests.ts'
import { folderTree, type TreeQuery } from '../entries/browse-folder.ts'
import { transactFor } from '../entries/change-size.store.ts'
import { freeName } from '../entries/entry-placement.store.ts'
import { pageOfFolder, type Position, positionOfPrefix } from '../entries/listing.store.ts'
import { pagesOf } from '../entries/selection.store.ts'
import { entryOf, publishTo } from '../entries/space.store.ts'
import { trash } from '../trash/trash.store.ts'

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

test('a selection of all but some is read in pages, each of which may be changed before the next', async () => {
  await seedEntries(holdall, ann.userId, [
    ...entries(7, 1, (n) => ({ parentId: root, kind: 'folder', name: long(n) })),
    ...entries(8, 101, (n) => ({ parentId: root, kind: 'file', name: n < 4 ? long(7 + n) : `file ${n}` })),
  ])
  const except = [seededId(1), seededId(4), seededId(101), seededId(108)]
  const space = await homeOf(holdall.services.db, ann.userId)
  const ids: string[] = []
  const statements = await countedStatements(() =>
    holdall.services.transact(async (trx) => {
      await publishTo(trx, space)
      for await (const rows of pagesOf(trx, space, { parentId: root, except: new Set(except) }, 'live', 3)) {
        await trash(trx, rows, { now: 1, by: null })
        ids.push(...rows.map(({ id }) => id))
      }
    }),
  )
  expect([ids.length, new Set(ids).size]).toEqual([11, 11])
  expect(Math.max(...statements.map(({ returned }) => returned))).toBe(3)
  const { data, meta } = (await ann.get('/api/browse/folders/all?sort=name')).body
  expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual(except.toSorted())
  expect(meta.paginate.total).toBe(4)
})

describe('the tree', () => {
  const limits = { nodes: 6, parentsPerQuery: 2, levelPage: 2 }
  const tree = (query: TreeQuery, { nodes = limits.nodes } = {}) =>
    folderTree(holdall.services.db, root, root, query, {}, { ...limits, nodes })
  const idsOf = (nodes: readonly { readonly id: string }[] | undefined) => nodes?.map(({ id }) => id)

  test('of more folders at the top than a response may have is not returned completely, but their level is', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(7, 1, (n) => ({ parentId: root, kind: 'folder', name: `${n}`, createdAt: 100 - n })),
    )
    expect(await tree({ depth: 'all' })).toEqual([])
    const all = Array.from({ length: 7 }, (_, n) => seededId(n + 1))
    const statements = await countedStatements(async () => {
      expect(idsOf(await tree({}))).toEqual(all)
      expect(idsOf(await tree({ sort: 'name', direction: 'DESC' }))).toEqual(all.toReversed())
      expect(idsOf(await tree({ sort: 'created_at', direction: 'ASC' }))).toEqual(all.toReversed())
    })
    expect(Math.max(...statements.map(({ returned }) => returned))).toBe(2)
  })

  test('has every folder under its own parent, however many one level has', async () => {
    const [width, levels] = [5, 4]
    await seedEntries(
      holdall,
      ann.userId,
      entries(width * levels, 1, (n) => ({
        parentId: n < width ? root : seededId(n + 1 - width),
        kind: 'folder',
        name: `folder ${n}`,
      })),
    )
    let level: readonly FolderNode[] | undefined
    const statements = await countedStatements(async () => {
      level = await tree({ depth: 'all' }, { nodes: width * levels })
    })
    // The children of two folders each.
    const lookups = statements.filter(({ text }) => text.includes('"parent_id" in ('))
    expect(lookups.map(({ returned }) => returned)).toEqual([5, 2, 2, 1, 2, 2, 1, 2, 2, 1])
    for (let n = 0; n < levels; n++) {
      const expected = Array.from({ length: width }, (_, i) => seededId(n * width + i + 1))
      expect(idsOf(level)).toEqual(expected)
      level = level?.flatMap(({ folders }) => folders ?? [])
    }
    expect(level).toEqual([])
  })

  test('is complete with as many folders as fit, and ends before a level that does not fit', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(5, 1, (n) => ({ parentId: n < 3 ? root : seededId(1), kind: 'folder', name: `${n}` })),
    )
    const last = await folder(ann, 'last', seededId(3))
    const first = async () => (await tree({ depth: 'all' })).find(({ id }) => id === seededId(1))
    expect((await first())?.folders).toHaveLength(2)
    await folder(ann, 'one more', last)
    expect((await first())?.folders).toHaveLength(2)
    const [outer] = (await tree({ depth: 'all' })).find(({ id }) => id === seededId(3))?.folders ?? []
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

test('a name that very many have is numbered with a number that is free and follows a taken one', async () => {
  await seedEntries(
    holdall,
    ann.userId,
    entries(210, 1, (n) => ({ parentId: root, kind: 'folder', name: n === 0 ? 'x' : `x (${n + 1})` })),
  )
  const freeOf = (options: Parameters<typeof freeName>[4]) =>
    holdall.services.transact((trx) => freeName(trx, root, 'x', 'folder', options))
  const statements = await countedStatements(async () => {
    // With more than the first 66 taken, it is looked for by halving.
    expect(await freeOf({ allTried: 66 })).toBe('x (211)')
  })
  const tried = statements
    .filter(({ text }) => text.includes('select "name"'))
    .reduce((n, { returned }) => n + returned, 0)
  expect(tried).toBeLessThan(66 + 10)
  await ann.post('/api/remove', { items: [{ id: seededId(100) }] })
  expect(await freeOf({})).toBe('x (100)')
})

describe('entries of one name each are numbered without a look at all taken numbers for each of them', () => {
  const coming = (names: readonly string[]) => [
    ...entries(names.length, 1001, (n) => ({ parentId: root, kind: 'folder', name: `parent ${n}` })),
    ...entries(names.length, 2001, (n) => ({ parentId: seededId(1001 + n), kind: 'folder', name: names[n]! })),
  ]
  const lookedUp = async (work: () => Promise<{ status: number }>) => {
    const statements = await countedStatements(async () => expect((await work()).status).toBe(200))
    return statements.filter(({ text }) => text.includes('select "name"')).reduce((n, { returned }) => n + returned, 0)
  }
  const totalOf = async (id: string) => (await ann.get(`/api/browse/folders/${id}?per_page=1`)).body.meta.paginate.total

  test('of the same name', async () => {
    const target = await folder(ann, 'target')
    const taken = entries(130, 1, (n) => ({ parentId: target, kind: 'folder', name: n === 0 ? 'a' : `a (${n + 1})` }))
    await seedEntries(holdall, ann.userId, [...taken, ...coming(Array.from({ length: 20 }, () => 'a'))])
    const items = Array.from({ length: 20 }, (_, n) => ({ id: seededId(2001 + n) }))
    expect(await lookedUp(() => ann.post('/api/move', { items, to_id: target }))).toBeLessThan(2 * 150)
    expect(await totalOf(target)).toBe(150)
  })

  test('of long names that differ only near their end', async () => {
    const box = await folder(ann, 'box')
    const names = Array.from({ length: 100 }, (_, n) => 'x'.repeat(249) + String(n).padStart(6, '0'))
    const taken = entries(100, 1, (n) => ({ parentId: box, kind: 'folder', name: names[n]! }))
    await seedEntries(holdall, ann.userId, [...taken, ...coming(names.slice(0, 50))])
    const copied = { to_id: box, parent_id: box, all: true, except: [] }
    expect(await lookedUp(() => ann.post('/api/copy', copied))).toBeLessThan(5 * 100)
    const items = Array.from({ length: 50 }, (_, n) => ({ id: seededId(2001 + n) }))
    expect(await lookedUp(() => ann.post('/api/move', { items, to_id: box }))).toBeLessThan(10 * 50)
    expect(await totalOf(box)).toBe(250)
  })
})

test.each([2, 3, 5])(
  'of %i names with a prefix the first one is found at its position in the listing, with at most 2 of them sorted',
  async (count) => {
    await seedEntries(holdall, ann.userId, [
      ...entries(count, 1, (n) => ({ parentId: root, kind: 'file', name: `a ${n}`, size: 1 + ((n * 7) % 10) })),
      { id: seededId(9001), parentId: root, kind: 'file', name: 'b small', size: 0 },
      { id: seededId(9002), parentId: root, kind: 'file', name: 'b large', size: 5000 },
    ])
    const { db } = holdall.services
    const space = await homeOf(db, ann.userId)
    const top = (await entryOf(db, space.id, root))!
    for (const direction of ['ASC', 'DESC'] as const) {
      let found: Position | null = null
      const statements = await countedStatements(async () => {
        found = await positionOfPrefix(db, top, { sort: 'size', direction }, 'a', 3)
      })
      const [listed] = await pageOfFolder(db, top, { sort: 'size', direction, offset: 1, limit: 1 })
      expect(found).toEqual({ id: listed!.id, index: 1 })
      const isInBackground = statements.some(
        ({ text, isOnMainThread }) => !isOnMainThread && text.includes("name_key || ''"),
      )
      expect(isInBackground).toBe(count >= 3)
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
