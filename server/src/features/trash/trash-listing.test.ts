import { backgroundRead } from '../../infrastructure/db/transaction-context.ts'
import { expectCountersToMatchRows, file, folder } from '../../testing/file-requests.ts'
import { homeOf } from '../../access/target.store.ts'
import { entryOf } from '../entries/space.store.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { overdue, pageOfTrash } from './trash.store.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const trash = (...ids: string[]) => ann.post('/api/remove', { items: ids.map((id) => ({ id })) })
const listing = async (id: string, query = '') => (await ann.get(`/api/browse/trash/${id}${query}`)).body
const titles = async (id: string, query = '') =>
  (await listing(id, query)).data.map((entry: { attributes: { name: string } }) => entry.attributes.name)

test('the content of a trashed folder is listed with its ancestors up to the trashed entry', async () => {
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  const c = await folder(ann, 'c', b)
  const d = await folder(ann, 'd', c)
  await trash(a)
  const names = async (id: string) => (await listing(id)).meta.ancestors
  expect(await names(a)).toEqual([])
  expect(await names(b)).toEqual([{ id: a, name: 'a' }])
  expect(await names(d)).toEqual([
    { id: a, name: 'a' },
    { id: b, name: 'b' },
    { id: c, name: 'c' },
  ])
  expect((await listing(a)).meta.root.data).toMatchObject({ id: a, attributes: { name: 'a', items: 1 } })
  expect((await listing('all')).meta).toMatchObject({ root: null, ancestors: [] })
})

test('the ancestors end at the trashed entry, not at the folder that it was in', async () => {
  const above = await folder(ann, 'above')
  const a = await folder(ann, 'a', above)
  const b = await folder(ann, 'b', a)
  await trash(a)
  expect((await listing(a)).meta.ancestors).toEqual([])
  expect((await listing(b)).meta.ancestors).toEqual([{ id: a, name: 'a' }])
})

test('a file in the trash cannot be listed', async () => {
  const { id } = await file(ann, 'a.txt')
  await trash(id)
  expect((await ann.get(`/api/browse/trash/${id}`)).body.code).toBe('not-found')
})

test('an entry that was trashed by itself is not listed in its former folder', async () => {
  const a = await folder(ann, 'a')
  const early = await file(ann, 'early.txt', '1', { parent_id: a })
  await file(ann, 'late.txt', '1', { parent_id: a })
  await trash(early.id)
  await trash(a)
  expect(await titles(a)).toEqual(['late.txt'])
  expect(await titles('all', '?sort=name')).toEqual(['a', 'early.txt'])
})

test('a folder and its content, trashed together, are one entry in the trash', async () => {
  const a = await folder(ann, 'a')
  const inner = await file(ann, 'inner.txt', '1', { parent_id: a })
  const beside = await file(ann, 'beside.txt')
  await trash(a, inner.id, beside.id)
  expect(await titles('all', '?sort=name')).toEqual(['a', 'beside.txt'])
  expect(await titles(a)).toEqual(['inner.txt'])
})

test('2,000 trashed entries or more are read in the background, fewer at once', async () => {
  const { db } = holdall.services
  const space = await homeOf(db, ann.userId)
  const large = await folder(ann, 'large')
  const seeded = Array.from({ length: 2000 }, (_, n) => seededId(n))
  await seedEntries(
    holdall,
    ann.userId,
    seeded.map((id) => ({ id, parentId: large, kind: 'folder', name: id })),
  )
  /** Whether the last query of `read` was made in the background. */
  const observe = async (read: (observed: Db) => Promise<readonly unknown[]>) => {
    const found: boolean[] = []
    const observed = db.withPlugin({
      transformQuery({ node }) {
        found.push(backgroundRead.getStore() === true)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    expect(await read(observed)).toHaveLength(1)
    return found.at(-1)
  }
  const inBackground = async (id: string | null) => {
    const inside = id === null ? null : ((await entryOf(db, space.id, id, 'trashed')) ?? null)
    const page = { sort: 'name', direction: 'ASC', offset: 0, limit: 1 } as const
    return observe(async (observed) => (await pageOfTrash(observed, ann.userId, inside, page)).rows)
  }
  const purgeInBackground = () => observe((observed) => overdue(observed, Number.MAX_SAFE_INTEGER, { limit: 1 }))
  await trash(large)
  expect([await inBackground(null), await inBackground(large), await purgeInBackground()]).toEqual([false, true, false])
  await ann.post('/api/trash/restore', { items: [{ id: seeded[0] }] })
  expect(await inBackground(large)).toBe(false)
  await ann.post('/api/trash/restore', { items: [{ id: large }] })
  await ann.post('/api/remove', { parent_id: large, all: true, except: [] })
  expect(await inBackground(null)).toBe(false)
  await trash(seeded[0]!)
  expect([await inBackground(null), await purgeInBackground()]).toEqual([true, true])
})

describe('the order', () => {
  async function fill() {
    const sizes = { 'b.txt': 3, 'a.txt': 30, 'c.txt': 300 }
    const years: Readonly<Record<string, number>> = { 'b.txt': 1995, 'a.txt': 1965, 'c.txt': 2045 }
    const ids: string[] = [await folder(ann, 'z')]
    for (const [name, size] of Object.entries(sizes)) {
      holdall.clock.advance(1000)
      const modified_at = `${years[name]}-01-01T00:00:00Z`
      ids.push((await file(ann, name, 'x'.repeat(size), { modified_at })).id)
    }
    ids.push(await folder(ann, 'y'))
    for (const id of ids.toReversed()) {
      holdall.clock.advance(1000)
      await trash(id)
    }
  }

  test.each([
    ['', ['z', 'y', 'b.txt', 'a.txt', 'c.txt']],
    ['?direction=ASC', ['y', 'z', 'c.txt', 'a.txt', 'b.txt']],
    ['?sort=name', ['y', 'z', 'a.txt', 'b.txt', 'c.txt']],
    ['?sort=name&direction=DESC', ['z', 'y', 'c.txt', 'b.txt', 'a.txt']],
    ['?sort=type', ['y', 'z', 'a.txt', 'b.txt', 'c.txt']],
    ['?sort=type&direction=DESC', ['z', 'y', 'c.txt', 'b.txt', 'a.txt']],
    ['?sort=created_at', ['y', 'z', 'c.txt', 'a.txt', 'b.txt']],
    ['?sort=created_at&direction=ASC', ['z', 'y', 'b.txt', 'a.txt', 'c.txt']],
  ])('with "%s": folders first', async (query, expected) => {
    await fill()
    expect(await titles('all', query)).toEqual(expected)
  })

  test('by size: the largest file first; by their own date: the last one first', async () => {
    await fill()
    expect((await titles('all', '?sort=modified_at')).slice(2)).toEqual(['c.txt', 'b.txt', 'a.txt'])
    expect((await titles('all', '?sort=modified_at&direction=ASC')).slice(2)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect((await titles('all', '?sort=size')).slice(2)).toEqual(['c.txt', 'a.txt', 'b.txt'])
    expect((await titles('all', '?sort=size&direction=ASC')).slice(2)).toEqual(['b.txt', 'a.txt', 'c.txt'])
  })

  test('is kept across pages, and each page has its bounds', async () => {
    await fill()
    const second = await listing('all', '?sort=name&per_page=2&page=2')
    expect(second.data.map((entry: { attributes: { name: string } }) => entry.attributes.name)).toEqual([
      'a.txt',
      'b.txt',
    ])
    expect(second.meta.paginate).toEqual({ currentPage: 2, lastPage: 3, perPage: 2, from: 3, to: 4, total: 5 })
    expect(second.meta.totals).toEqual({ folders: 2, files: 3, filesize: 333 })
    expect((await listing('all', '?page=9')).meta.paginate).toMatchObject({ from: null, to: null, total: 5 })
  })
})
