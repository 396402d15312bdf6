import { homeOf } from '../../access/target.store.ts'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import { countedStatements, expectBounded } from '../../testing/counted-statements.ts'
import { turnsDuring } from '../../testing/event-loop-turns.ts'
import { folder, shareLink } from '../../testing/file-requests.ts'
import { readZip } from '../../testing/read-zip.ts'
import { seededId, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { refuseLargeZip } from './zip-downloads.ts'
import { walkPages } from './zip-walk.ts'
import type { ZipRow } from './zip.store.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

let seeded = 0
/** Folders, because they have no bytes. */
const folders = (parentId: string, count: number): SeededEntry[] =>
  Array.from({ length: count }, (_, n) => ({ id: seededId(++seeded), parentId, kind: 'folder', name: `folder ${n}` }))

test('a folder of many entries, live or in the trash, is read in pages of 250 and measured in the background', async () => {
  const wide = await folder(ann, 'wide')
  await seedEntries(holdall, ann.userId, folders(wide, 501))
  for (const state of ['live', 'trashed']) {
    let bytes: Buffer = Buffer.alloc(0)
    const download = async () => {
      const answer = await ann.get(`/api/zip?items=${wide}`)
      bytes = answer.raw.rawPayload
      return answer
    }
    await expectBounded(`a ${state} folder`, download, { returned: 250 })
    expect(await readZip(bytes)).toHaveLength(501 + 1)
    await ann.post('/api/remove', { items: [{ id: wide }] })
  }
})

test('a zip of many entries by id takes as many statements as one of few, also of a link to a deep folder', async () => {
  let top = await folder(ann, 'top')
  const token = await shareLink(ann, top)
  for (let level = 0; level < 5; level++) top = await folder(ann, `level ${level}`, top)
  const entries = folders(top, 50)
  await seedEntries(holdall, ann.userId, entries)
  const items = entries.map(({ id }) => ({ id }))
  for (const [who, path] of [
    [ann, '/api/zip'],
    [holdall.visitor(), `/api/sharing/zip/${token}`],
  ] as const) {
    // Sets the cookies that all later requests have.
    await who.post(path, { items: items.slice(0, 1) })
    const statementsFor = async (count: number) => {
      const statements = await countedStatements(async () => {
        const { body } = await who.post(path, { items: items.slice(0, count) })
        const { raw } = await who.get(body.data.attributes.url)
        expect(await readZip(raw.rawPayload)).toHaveLength(count)
      })
      return statements.filter(({ text }) => /\bentries\b/.test(text)).length
    }
    expect([path, await statementsFor(50)]).toEqual([path, await statementsFor(2)])
  }
})

test('a zip of all but as many as can be left out', async () => {
  const wide = await folder(ann, 'wide')
  const entries = folders(wide, 5)
  await seedEntries(holdall, ann.userId, entries)
  const others = Array.from({ length: 9998 }, (_, n) => seededId(1_000_000 + n))
  const except = [...entries.slice(3).map(({ id }) => id), ...others]
  const { body } = await ann.post('/api/zip', { parent_id: wide, all: true, except })
  const { raw } = await ann.get(body.data.attributes.url)
  expect((await readZip(raw.rawPayload)).map(({ path }) => path)).toEqual(['folder 0/', 'folder 1/', 'folder 2/'])
})

test('more entries than a zip may have are refused, without those that are left out', async () => {
  const [few, wide] = [await folder(ann, 'few'), await folder(ann, 'wide')]
  await seedEntries(holdall, ann.userId, folders(wide, 3))
  const { root_id: id } = await homeOf(holdall.services.db, ann.userId)
  const refusal = async (except: readonly string[], maxEntries: number) => {
    const top = { folder: { id, trash_root_id: null }, except: new Set(except) }
    const error = await refuseLargeZip(holdall.services, top, maxEntries).catch((cause: unknown) => cause)
    return error instanceof Refusal ? error.code : error
  }
  expect([await refusal([], 4), await refusal([], 5)]).toEqual(['zip-too-large', undefined])
  expect([await refusal([few], 3), await refusal([wide], 1)]).toEqual(['zip-too-large', undefined])
})

test('other requests have their turn between the names of a page after each slice of time', async () => {
  const row = (n: number): ZipRow => ({
    id: seededId(n),
    kind: 'file',
    name: 'the same',
    size: 0,
    blob_id: null,
    version: 0,
    created_at: 0,
    updated_at: 0,
    modified_at: null,
    trash_root_id: null,
    children_count: 0,
    folders_count: 0,
  })
  async function* pages() {
    yield await Promise.resolve(Array.from({ length: 5 }, (_, n) => row(n)))
  }
  const limits = { entries: 10, levels: 10, pathBytes: 1000 }
  const walkWith = async (sliceMs: number) => {
    for await (const group of walkPages(holdall.services.db, pages(), null, limits, sliceMs))
      expect(group).toHaveLength(5)
  }
  expect(await turnsDuring(() => walkWith(Infinity))).toBe(0)
  // Whatever time has passed is too long.
  expect(await turnsDuring(() => walkWith(-1))).toBeGreaterThanOrEqual(5)
})
