import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { variablesOf } from '../../testing/command-line.ts'
import { MANY_ENTRIES } from '../../testing/many-entries.ts'
import { seededId, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'
import { homeOf } from '../../access/target.store.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let holdall: TestApp
let ann: SignedIn
let attempt = 0
/** Ids of its own for each attempt at a test. */
const bulkId = (n: number) => seededId(attempt * 10_000_000 + n)
// Validating answers of very many ids must not be measured.
beforeAll(async () => void (holdall = await testApp({ validateResponses: false })))
beforeEach(async () => {
  attempt++
  ann = await holdall.signUp()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

/** Below one folder: files beside folders with files. */
const contents = (parentId: string, files: number, folders: number, filesOfEach: number, first = 0): SeededEntry[] => {
  const fileIn = (parent: string, n: number) =>
    ({ id: bulkId(first + n), parentId: parent, kind: 'file', name: `file ${n}`, size: 1 }) as const
  const inner = Array.from({ length: folders }, (_, n) => {
    const id = bulkId(first + 500_000 + n)
    const own = Array.from({ length: filesOfEach }, (__, m) => fileIn(id, files + n * filesOfEach + m))
    return [{ id, parentId, kind: 'folder', name: `folder ${n}` } as const, own]
  })
  const sorted = inner.flat(2)
  return [
    ...Array.from({ length: files }, (_, n) => fileIn(parentId, n)),
    ...sorted.filter(({ kind }) => kind === 'folder'),
    ...sorted.filter(({ kind }) => kind === 'file'),
  ]
}

/** A fifth of them directly in the folder. */
const FILES = MANY_ENTRIES / 5
const FOLDERS = 80
const ITEMS = FILES + FOLDERS
const manyContents = (parentId: string, first = 0) =>
  contents(parentId, FILES, FOLDERS, Math.floor((MANY_ENTRIES - ITEMS) / FOLDERS), first)

const itemsOf = async (id: string) =>
  (await ann.get(`/api/browse/folders/${id}?per_page=1`)).body.meta?.paginate.total as number | undefined

test('very many entries are shared, moved, trashed, restored and deleted while others are answered', async () => {
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedEntries(holdall, ann.userId, manyContents(big))

  await unblocked('sharing', () => ann.post('/api/share', { id: big }))
  const { body } = await ann.get('/api/browse/folders/all')
  const { token } = body.data.find(({ id }: { id: string }) => id === big).relationships.shared.data.attributes
  await unblocked('opening the link', () => holdall.visitor().get(`/api/sharing/folders/all/${token}`))

  await unblocked('moving all', () => ann.post('/api/move', { parent_id: big, all: true, except: [], to_id: other }))
  expect([await itemsOf(big), await itemsOf(other)]).toEqual([0, ITEMS])

  await unblocked('trashing the folder', () => ann.post('/api/remove', { items: [{ id: other }] }))
  expect(await itemsOf(other)).toBeUndefined()
  await unblocked('restoring it', () => ann.post('/api/trash/restore', { items: [{ id: other }] }))
  expect(await itemsOf(other)).toBe(ITEMS)

  await unblocked('trashing all', () => ann.post('/api/remove', { parent_id: other, all: true, except: [] }))
  expect(await itemsOf(other)).toBe(0)
  await unblocked('emptying the trash', () => ann.delete('/api/trash/dump'))
  expect((await ann.get('/api/browse/trash/all')).body.meta.paginate.total).toBe(0)
}, 240_000)

test('very many entries are copied and duplicated while others are answered, and readers see all of a copy or nothing', async () => {
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedEntries(holdall, ann.userId, manyContents(big, 4_000_000))
  let isDone = false
  const seen = new Set<number>()
  const watching = (async () => {
    while (!isDone) {
      seen.add((await itemsOf(other)) ?? -1)
      await sleep(20)
    }
  })()
  await unblocked('copying', () => ann.post('/api/copy', { items: [{ id: big }], to_id: other }))
  isDone = true
  await watching
  seen.add((await itemsOf(other)) ?? -1)
  expect([...seen]).toEqual([0, 1])
  const { body } = await ann.get(`/api/browse/folders/${other}`)
  expect(body.data[0].attributes.items).toBe(ITEMS)
  expect(await itemsOf(body.data[0].id)).toBe(ITEMS)

  const few = await folder(ann, 'few')
  await seedEntries(holdall, ann.userId, contents(few, FILES, 0, 0, 6_000_000))
  const inside = { parent_id: few, all: true, except: [], to_id: few }
  await unblocked('duplicating', () => ann.post('/api/copy', inside))
  expect(await itemsOf(few)).toBe(2 * FILES)
}, 240_000)

test('readers see all of a large change or nothing, and are answered meanwhile', async () => {
  const big = await folder(ann, 'big')
  await seedEntries(holdall, ann.userId, contents(big, 500, 20, 500, 1_000_000))
  const inner = bulkId(1_500_003)
  let isDone = false
  const seen = new Set<string>()
  const removing = ann.post('/api/remove', { items: [{ id: big }] }).finally(() => (isDone = true))
  while (!isDone) {
    const [outside, inside] = [await itemsOf(big), await itemsOf(inner)]
    await new Promise((resolve) => setImmediate(resolve))
    // The two are requested one after the other: only in this order may the change come between them.
    seen.add(`${outside ?? 'gone'} ${inside ?? 'gone'}`)
  }
  expect((await removing).status).toBe(200)
  seen.add(`${(await itemsOf(big)) ?? 'gone'} ${(await itemsOf(inner)) ?? 'gone'}`)
  expect([...seen].filter((pair) => !['520 500', '520 gone', 'gone gone'].includes(pair))).toEqual([])
  expect(seen).toContain('gone gone')
}, 60_000)

test('a process that is killed in the middle of a large change leaves everything as it was', async () => {
  const big = await folder(ann, 'big')
  await seedEntries(holdall, ann.userId, contents(big, 500, 10, 100, 2_000_000))
  const { id: spaceId } = await homeOf(holdall.services.db, ann.userId)
  const script = join(import.meta.dirname, '../../testing/killed-bulk-process.ts')
  const child = spawn(process.execPath, [script, spaceId, big], {
    env: { PATH: process.env['PATH'], ...variablesOf(holdall.services.config) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGKILL')
  expect([await itemsOf(big), await itemsOf(bulkId(2_500_003))]).toEqual([510, 100])
  expect((await ann.get('/api/browse/trash/all')).body.data).toEqual([])
  expect((await ann.post('/api/remove', { items: [{ id: big }] })).status).toBe(200)
}, 60_000)

test('the 1,000 deepest of 15,000 nested folders are removed without blocking', async () => {
  const first = await folder(ann, 'nested')
  const chain = Array.from({ length: 15_000 }, (_, n) => ({
    id: bulkId(3_000_000 + n),
    parentId: n === 0 ? first : bulkId(3_000_000 + n - 1),
    kind: 'folder' as const,
    name: 'nested',
  }))
  await seedEntries(holdall, ann.userId, chain)
  const deepest = chain.slice(-1000).map(({ id }) => ({ id }))
  await unblocked('trashing', () => ann.post('/api/remove', { items: deepest }))
  const { body } = await ann.get('/api/browse/trash/all')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([deepest[0]!.id])
  await unblocked('deleting', () => ann.post('/api/remove', { items: deepest }))
  const more = chain.slice(-2000, -1000).map(({ id }) => ({ id, force_delete: true }))
  await unblocked('deleting at once', () => ann.post('/api/remove', { items: more }))
  expect(await itemsOf(chain.at(-2001)!.id)).toBe(0)
}, 60_000)
