import type { FolderNode } from '@holdall/api'
import { homeOf } from '../../access/target.store.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { type SeededEntry, seededId, seedEntries } from '../../testing/seed-entries.ts'
import { seedGrants } from '../../testing/seed-grants.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { folder } from '../../testing/file-requests.ts'
import { folderTree, type TreeQuery } from '../entries/folder-tree.ts'
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
  const limits = { nodes: 6, bytes: 10_000, parentsPerQuery: 2, levelPage: 2 }
  const page = (query: TreeQuery, changes: Partial<typeof limits> = {}) =>
    folderTree(holdall.services.db, root, root, query, {}, { ...limits, ...changes })
  const tree = async (query: TreeQuery, changes?: Partial<typeof limits>) => (await page(query, changes)).data
  const idsOf = (nodes: readonly { readonly id: string }[] | undefined) => nodes?.map(({ id }) => id)

  /** The ids of all pages of a level. */
  async function pages(query: TreeQuery, changes?: Partial<typeof limits>): Promise<string[][]> {
    const found: string[][] = []
    for (let cursor: string | undefined; ;) {
      const { data, meta } = await page({ ...query, ...(cursor !== undefined && { cursor }) }, changes)
      found.push(data.map(({ id }) => id))
      cursor = meta?.next_cursor ?? undefined
      if (cursor === undefined) return found
    }
  }

  test('of more folders than a response may have is returned in pages, without a row read twice', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      // Two of each date.
      entries(7, 1, (n) => ({ parentId: root, kind: 'folder', name: `${n}`, createdAt: 100 - (n >> 1) })),
    )
    const all = Array.from({ length: 7 }, (_, n) => seededId(n + 1))
    const byDate = [7, 5, 6, 3, 4, 1, 2].map(seededId)
    const statements = await countedStatements(async () => {
      expect(await pages({})).toEqual([all.slice(0, 6), all.slice(6)])
      expect(await pages({ sort: 'name', direction: 'DESC', limit: 3 })).toEqual([
        [7, 6, 5].map(seededId),
        [4, 3, 2].map(seededId),
        [seededId(1)],
      ])
      expect(await pages({ sort: 'created_at', direction: 'ASC', limit: 7 })).toEqual([
        byDate.slice(0, 6),
        byDate.slice(6),
      ])
      expect(await pages({ limit: 7 }, { nodes: 7 })).toEqual([all])
    })
    expect(Math.max(...statements.map(({ returned }) => returned))).toBe(2)
  })

  test('has pages of a number of bytes, and at least one folder in each', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(5, 1, (n) => ({ parentId: root, kind: 'folder', name: String(n).repeat(n === 0 ? 250 : 1) })),
    )
    const all = Array.from({ length: 5 }, (_, n) => seededId(n + 1))
    const bytes = JSON.stringify((await tree({})).slice(0, 3)).length
    // With what may be added to each.
    expect(await pages({}, { bytes: bytes + 3 * ',"folders":[]'.length })).toEqual([all.slice(0, 3), all.slice(3)])
    expect(await pages({}, { bytes: 1 })).toEqual(all.map((id) => [id]))
  })

  test('of too many folders is decided by the counts of the folders above, before a row of theirs is read', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(8, 1, (n) => ({ parentId: n === 0 ? root : seededId(1), kind: 'folder', name: `${n}` })),
    )
    const statements = await countedStatements(async () => {
      const [only, ...others] = await tree({ depth: 'all' })
      expect([only?.id, only?.has_folders, only?.folders, others]).toEqual([seededId(1), true, undefined, []])
    })
    expect(statements.reduce((sum, { returned }) => sum + returned, 0)).toBe(1)
  })

  test('ends before a level whose bytes do not fit', async () => {
    const name = 'x'.repeat(250)
    await seedEntries(
      holdall,
      ann.userId,
      entries(5, 1, (n) => ({ parentId: n === 0 ? root : seededId(1), kind: 'folder', name: `${name}${n}` })),
    )
    const whole = await tree({ depth: 'all' })
    expect(idsOf(whole[0]?.folders)).toEqual([2, 3, 4, 5].map(seededId))
    expect((await tree({ depth: 'all' }, { bytes: JSON.stringify(whole).length - 100 }))[0]).not.toHaveProperty(
      'folders',
    )
  })

  test('continues behind a folder that was renamed and deleted since', async () => {
    await seedEntries(
      holdall,
      ann.userId,
      entries(6, 1, (n) => ({ parentId: root, kind: 'folder', name: `${n}` })),
    )
    const { meta } = await page({ limit: 3 })
    await ann.patch(`/api/rename/${seededId(3)}`, { name: 'z' })
    await ann.post('/api/remove', { items: [{ id: seededId(3), force_delete: true }] })
    const { body } = await ann.get(`/api/browse/navigation?cursor=${meta?.next_cursor}`)
    expect([idsOf(body.data), body.meta]).toEqual([[4, 5, 6].map(seededId), { next_cursor: null }])
  })

  test.each([
    ['no JSON', 'x'],
    ['no position', Buffer.from('[1]').toString('base64url')],
    ['another order', Buffer.from(JSON.stringify([1, seededId(1)])).toString('base64url')],
    ['NUL', Buffer.from(JSON.stringify(['\0', seededId(1)])).toString('base64url')],
    ['half of a surrogate pair', Buffer.from('["\\ud800","' + seededId(1) + '"]').toString('base64url')],
    ['a number without end', Buffer.from(`[1e400,"${seededId(1)}"]`).toString('base64url')],
  ])('refuses a cursor with %s', async (_what, cursor) => {
    const { status, body } = await ann.get(`/api/browse/navigation?cursor=${cursor}`)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation', ['cursor']])
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
    expect(lookups.map(({ returned }) => returned)).toEqual([2, 2, 1, 2, 2, 1, 2, 2, 1])
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
