import { day } from '../../infrastructure/clock.ts'
import { MANY_ENTRIES } from '../../testing/many-entries.ts'
import { seededId, seedEntries, seedLinks, type SeededEntry } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp({ validateResponses: false })))
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

/** Fewer on PostgreSQL, which is another process: there the answers are tested. */
const MANY = globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? MANY_ENTRIES : 5000

let seeded = 0
const seed = (kind: 'file' | 'folder', parentId: string, names: readonly string[]): SeededEntry[] =>
  names.map((name) => {
    seeded++
    return { id: seededId(seeded), parentId, kind, name, ...(kind === 'file' && { size: 1 }), createdAt: seeded }
  })
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`)
const ids = (entries: readonly SeededEntry[]) => entries.map(({ id }) => ({ id }))

test('100 entries are trashed and restored one by one beside many others', async () => {
  const [others, deep] = [await folder(ann, 'others'), await folder(ann, 'deep')]
  const chain: SeededEntry[] = []
  for (let level = 0; level < 100; level++) chain.push(...seed('folder', chain.at(-1)?.id ?? deep, ['nested']))
  const files = seed('file', chain.at(-1)!.id, numbered(100, 'file'))
  await seedEntries(holdall, ann.userId, [...chain, ...files, ...seed('file', others, numbered(MANY, 'other'))])
  await unblocked('trashing', () => ann.post('/api/remove', { items: ids(files) }))
  await unblocked('restoring', () => ann.post('/api/trash/restore', { items: ids(files) }))
}, 60_000)

test('1,000 folders of several places, with what is in them, are trashed and restored at once', async () => {
  const [source, others] = [await folder(ann, 'source'), await folder(ann, 'others')]
  const places = seed('folder', source, numbered(20, 'place'))
  const folders = places.flatMap(({ id }) => seed('folder', id, numbered(50, 'folder')))
  const inside = folders.flatMap(({ id }) => [
    ...seed('folder', id, ['inner']),
    ...seed('file', id, ['a.txt', 'b.txt', 'c.txt']),
  ])
  await seedEntries(holdall, ann.userId, [
    ...places,
    ...folders,
    ...inside,
    ...seed('file', others, numbered(MANY, 'other')),
  ])
  const items = ids(folders)
  await unblocked('trashing', () => ann.post('/api/remove', { items }))
  const started = performance.now()
  await unblocked('restoring', () => ann.post('/api/trash/restore', { items }))
  expect(performance.now() - started).toBeLessThan(10_000)
  const { body } = await ann.get(`/api/browse/folders/${places[19]!.id}?per_page=1`)
  expect(body.meta.totals).toEqual({ folders: 50, files: 0, filesize: 0 })
}, 120_000)

test('1,000 replaced files get their earlier content back at once', async () => {
  const box = await folder(ann, 'box')
  const files = seed('file', box, numbered(1000, 'file'))
  await seedEntries(holdall, ann.userId, files)
  const { db } = holdall.services
  const earlier = files.map(({ id }) => ({ entry_id: id, blob_id: `earlier ${id}` }))
  const content = { size: 0, sha256: 'x' }
  await db
    .insertInto('blobs')
    .values(earlier.map(({ blob_id: id }) => ({ id, ...content, created_at: 0 })))
    .execute()
  await db
    .insertInto('file_versions')
    .values(earlier.map((keys) => ({ ...keys, ...content, version: 0, mime: 'text/plain', replaced_at: 0 })))
    .execute()
  const items = files.map(({ id }) => ({ id, version: 0 }))
  await unblocked('restoring', () => ann.post('/api/versions/restore', { items }))
  const { body } = await ann.get(`/api/browse/folders/${box}?per_page=1`)
  expect(body.meta.totals).toEqual({ folders: 0, files: 1000, filesize: 0 })
}, 60_000)

test('1,000 names of files and folders to be uploaded are compared with what is there', async () => {
  const box = await folder(ann, 'box')
  const names = numbered(1000, 'name')
  await seedEntries(holdall, ann.userId, [
    ...seed('folder', box, names.slice(0, 500)),
    ...seed('file', box, [...names.slice(500), ...numbered(0.5 * MANY, 'other')]),
  ])
  let taken = 0
  await unblocked('the names', async () => {
    const { status, body } = await ann.post(`/api/browse/folders/${box}/taken`, { names })
    taken = body.data.length
    return { status }
  })
  expect(taken).toBe(1000)
}, 60_000)

test('entries are moved to where very many have their name', async () => {
  const [target, source] = [await folder(ann, 'target'), await folder(ann, 'source')]
  const taken = ['a', ...Array.from({ length: 0.5 * MANY }, (_, n) => `a (${n + 2})`)]
  const parents = seed('folder', source, numbered(100, 'parent'))
  const coming = parents.flatMap(({ id }) => seed('folder', id, ['a']))
  await seedEntries(holdall, ann.userId, [...seed('folder', target, taken), ...parents, ...coming])
  await unblocked('moving', () => ann.post('/api/move', { items: ids(coming), to_id: target }))
  const { body } = await ann.get(`/api/browse/folders/${target}?per_page=1`)
  expect(body.meta.paginate.total).toBe(taken.length + 100)
}, 60_000)

test('folders whose long names differ only near their end are copied beside themselves and moved together', async () => {
  const [box, source] = [await folder(ann, 'box'), await folder(ann, 'source')]
  const names = Array.from({ length: 2000 }, (_, n) => 'x'.repeat(249) + String(n).padStart(6, '0'))
  const parents = seed('folder', source, numbered(500, 'parent'))
  const coming = parents.flatMap(({ id }, n) => seed('folder', id, [names[n]!]))
  await seedEntries(holdall, ann.userId, [...seed('folder', box, names), ...parents, ...coming])
  const started = performance.now()
  const copied = { to_id: box, parent_id: box, all: true, except: [] }
  await unblocked('copying', () => ann.post('/api/copy', copied))
  await unblocked('moving', () => ann.post('/api/move', { items: ids(coming), to_id: box }))
  expect(performance.now() - started).toBeLessThan(20_000)
  const { body } = await ann.get(`/api/browse/folders/${box}?per_page=1`)
  expect(body.meta.paginate.total).toBe(4500)
}, 120_000)

test('a level of very many folders is returned completely and in order', async () => {
  const wide = await folder(ann, 'wide')
  const folders = seed('folder', wide, numbered(2 * MANY, 'folder'))
  await seedEntries(holdall, ann.userId, folders)
  for (const [query, expected] of [
    ['', folders],
    ['&sort=name&direction=DESC', folders.toReversed()],
    ['&sort=created_at&direction=ASC', folders],
  ] as const) {
    let text = ''
    // Not by the client, which parses the answer in this thread.
    await unblocked(`the level with "${query}"`, async () => {
      const url = `/api/browse/navigation?parent_id=${wide}${query}`
      const { statusCode, payload } = await holdall.app.inject({ url, cookies: Object.fromEntries(ann.cookies) })
      text = payload
      return { status: statusCode }
    })
    const { data, ...rest } = JSON.parse(text) as { data: { id: string }[] }
    expect(rest).toEqual({})
    const answered = data.map(({ id }) => id)
    expect(answered).toEqual(expected.map(({ id }) => id))
  }
}, 60_000)

test('the newest of very many files, and very many entries with links, are listed in pages', async () => {
  const large = await folder(ann, 'large')
  const files = seed('file', large, numbered(MANY, 'file'))
  await seedEntries(holdall, ann.userId, files)
  await seedLinks(
    holdall,
    ann.userId,
    files.map(({ id }) => id),
  )
  for (const page of [1, 10, 20, 21]) {
    await unblocked(`page ${page} of the newest`, () => ann.get(`/api/browse/latest?page=${page}`))
  }
  for (const sort of ['name', 'size', 'created_at', 'type']) {
    await unblocked(`the links by ${sort}`, () => ann.get(`/api/browse/share?sort=${sort}&page=20`))
  }
  const { totals } = (await ann.get('/api/browse/share')).body.meta
  expect(totals).toEqual({ folders: 0, files: MANY, filesize: MANY })
}, 60_000)

test('the trash and a large folder in it are listed in pages', async () => {
  const large = await folder(ann, 'large')
  await seedEntries(holdall, ann.userId, seed('file', large, numbered(MANY, 'file')))
  expect((await ann.post('/api/remove', { items: [{ id: large }] })).status).toBe(200)
  for (const sort of ['name', 'size', 'created_at', 'type']) {
    await unblocked(`the folder by ${sort}`, () => ann.get(`/api/browse/trash/${large}?sort=${sort}&page=50`))
  }
  await ann.post('/api/trash/restore', { items: [{ id: large }] })
  await unblocked('the search for a name', () => ann.get(`/api/browse/folders/${large}/position?prefix=f`))
  expect((await ann.post('/api/remove', { parent_id: large, all: true, except: [] })).status).toBe(200)
  await unblocked('the trash', () => ann.get('/api/browse/trash/all'))
  const { body } = await ann.get('/api/browse/trash/all?sort=name&page=' + MANY / 50)
  expect(body.meta.paginate).toMatchObject({ total: MANY, from: MANY - 49, to: MANY })
  expect(body.data.at(-1).attributes.name).toBe(`file ${MANY - 1}`)
  await unblocked('trashing the folder that they were in', () => ann.post('/api/remove', { items: [{ id: large }] }))
}, 120_000)

test('a folder is moved, trashed, restored and deleted above one whose content is in the trash', async () => {
  const [above, other] = [await folder(ann, 'above'), await folder(ann, 'other')]
  const inner = await folder(ann, 'inner', above)
  await seedEntries(holdall, ann.userId, seed('file', inner, numbered(MANY, 'file')))
  expect((await ann.post('/api/remove', { parent_id: inner, all: true, except: [] })).status).toBe(200)
  const items = [{ id: above }]
  await unblocked('moving', () => ann.post('/api/move', { items, to_id: other }))
  await unblocked('trashing', () => ann.post('/api/remove', { items }))
  await unblocked('restoring', () => ann.post('/api/trash/restore', { items }))
  await unblocked('deleting', () => ann.post('/api/remove', { items: [{ id: above, force_delete: true }] }))
  const { body } = await ann.get('/api/browse/trash/all?per_page=1')
  expect(body.meta.paginate.total).toBe(MANY)
}, 120_000)

test('the dashboard counts very many entries, and the trash is searched for overdue ones', async () => {
  const large = await folder(ann, 'large')
  await seedEntries(holdall, ann.userId, seed('file', large, numbered(3 * MANY, 'file')))
  const admin = await holdall.signInAdmin()
  await unblocked('the dashboard', () => admin.get('/api/admin/dashboard'))
  expect((await ann.post('/api/remove', { parent_id: large, all: true, except: [] })).status).toBe(200)
  await holdall.services.jobs.runDue()
  holdall.clock.advance(day)
  await unblocked('a purge', async () => {
    await holdall.services.jobs.runDue()
    return { status: 200 }
  })
  const { body } = await ann.get('/api/browse/trash/all')
  expect(body.meta.paginate.total).toBe(3 * MANY)
}, 120_000)
