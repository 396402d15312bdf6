import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { homeOf } from '../../access/target.store.ts'
import { day } from '../../infrastructure/clock.ts'
import { variablesOf } from '../../testing/command-line.ts'
import { countedRowsByTransaction, countedStatements, expectBounded } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'
import { seededId, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { revertAbandonedCopies } from './revert-copies.ts'

let holdall: TestApp
let ann: SignedIn
let seeded = 0
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

const seed = (kind: 'file' | 'folder', parentId: string, names: readonly string[]): SeededEntry[] =>
  names.map((name) => ({ id: seededId(++seeded), parentId, kind, name, ...(kind === 'file' && { size: 1 }) }))
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`)
const idsOf = (entries: readonly SeededEntry[]) => entries.map(({ id }) => ({ id }))

/** More than 300 entries in all: a change of them is made in the background. */
const [FILES, FOLDERS, FILES_OF_EACH] = [250, 20, 5]
const ITEMS = FILES + FOLDERS
const ALL_FILES = FILES + FOLDERS * FILES_OF_EACH
async function seedContents(parentId: string): Promise<readonly SeededEntry[]> {
  const folders = seed('folder', parentId, numbered(FOLDERS, 'folder'))
  const inside = folders.flatMap(({ id }) => seed('file', id, numbered(FILES_OF_EACH, 'inner')))
  await seedEntries(holdall, ann.userId, [...seed('file', parentId, numbered(FILES, 'file')), ...folders, ...inside])
  return folders
}

const itemsOf = async (id: string) =>
  (await ann.get(`/api/browse/folders/${id}?per_page=1`)).body.meta?.paginate.total as number | undefined

/** Live files of the account, by their rows. */
const filesOfAll = async () => (await ann.get('/api/browse/latest?per_page=1')).body.meta.totals.files as number

/** What `look` sees before a change, again and again until it has succeeded, and after that. */
async function seenDuring(change: () => Promise<{ status: number }>, look: () => Promise<string>): Promise<string[]> {
  const seen = new Set([await look()])
  let isDone = false
  const changing = change().finally(() => (isDone = true))
  while (!isDone) {
    seen.add(await look())
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await changing).status).toBe(200)
  return [...seen.add(await look())]
}

test('a folder of many entries is shared, moved, copied, trashed, restored and deleted in the background', async () => {
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedContents(big)

  await expectBounded('sharing', () => ann.post('/api/share', { id: big }))
  const { body } = await ann.get('/api/browse/folders/all')
  const { token } = body.data.find(({ id }: { id: string }) => id === big).relationships.shared.data.attributes
  await expectBounded('opening the link', () => holdall.visitor().get(`/api/sharing/folders/all/${token}`))

  const all = (id: string) => ({ parent_id: id, all: true, except: [] })
  await expectBounded('moving all', () => ann.post('/api/move', { ...all(big), to_id: other }))
  expect([await itemsOf(big), await itemsOf(other)]).toEqual([0, ITEMS])
  await expectBounded('copying', () => ann.post('/api/copy', { items: [{ id: other }], to_id: big }))
  const [copy] = (await ann.get(`/api/browse/folders/${big}`)).body.data
  expect(await itemsOf(copy.id)).toBe(ITEMS)
  await expectBounded('duplicating', () => ann.post('/api/copy', { ...all(copy.id), to_id: copy.id }))
  expect(await itemsOf(copy.id)).toBe(2 * ITEMS)

  await expectBounded('trashing the folder', () => ann.post('/api/remove', { items: [{ id: other }] }))
  expect(await itemsOf(other)).toBeUndefined()
  await expectBounded('restoring it', () => ann.post('/api/trash/restore', { items: [{ id: other }] }))
  expect(await itemsOf(other)).toBe(ITEMS)
  await expectBounded('trashing all', () => ann.post('/api/remove', all(other)))
  expect(await itemsOf(other)).toBe(0)
  await expectBounded('trashing their folder', () => ann.post('/api/remove', { items: [{ id: other }] }))
  await expectBounded('emptying the trash', () => ann.delete('/api/trash/dump'))
  expect((await ann.get('/api/browse/trash/all')).body.meta.paginate.total).toBe(0)
  await expectBounded('deleting', () => ann.post('/api/remove', { items: [{ id: big, force_delete: true }] }))
  expect(await itemsOf(big)).toBeUndefined()
})

test('a folder above one whose content is in the trash is moved, trashed, restored and deleted without it', async () => {
  const [above, other] = [await folder(ann, 'above'), await folder(ann, 'other')]
  const inner = await folder(ann, 'inner', above)
  await seedContents(inner)
  expect((await ann.post('/api/remove', { parent_id: inner, all: true, except: [] })).status).toBe(200)
  const items = [{ id: above }]
  await expectBounded('moving', () => ann.post('/api/move', { items, to_id: other }))
  await expectBounded('trashing', () => ann.post('/api/remove', { items }))
  await expectBounded('restoring', () => ann.post('/api/trash/restore', { items }))
  await expectBounded('deleting', () => ann.post('/api/remove', { items: [{ id: above, force_delete: true }] }))
  expect((await ann.get('/api/browse/trash/all?per_page=1')).body.meta.paginate.total).toBe(ITEMS)
})

test('many folders of several places, with what is in them, are trashed and restored at once', async () => {
  const source = await folder(ann, 'source')
  const places = seed('folder', source, numbered(4, 'place'))
  const folders = places.flatMap(({ id }) => seed('folder', id, numbered(50, 'folder')))
  const inside = folders.flatMap(({ id }) => [...seed('folder', id, ['inner']), ...seed('file', id, ['a.txt'])])
  await seedEntries(holdall, ann.userId, [...places, ...folders, ...inside])
  const items = idsOf(folders)
  await expectBounded('trashing', () => ann.post('/api/remove', { items }))
  await expectBounded('restoring', () => ann.post('/api/trash/restore', { items }))
  const { body } = await ann.get(`/api/browse/folders/${places[3]!.id}?per_page=1`)
  expect(body.meta.totals).toEqual({ folders: 50, files: 0, filesize: 0 })
})

test('the deepest of many nested folders are removed together', async () => {
  const chain: SeededEntry[] = []
  for (let level = 0, parent = await folder(ann, 'top'); level < 700; level++) {
    chain.push(...seed('folder', parent, ['nested']))
    parent = chain[level]!.id
  }
  await seedEntries(holdall, ann.userId, chain)
  const deepest = idsOf(chain.slice(-310))
  await expectBounded('trashing', () => ann.post('/api/remove', { items: deepest }))
  const { body } = await ann.get('/api/browse/trash/all')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([deepest[0]!.id])
  await expectBounded('deleting', () => ann.post('/api/remove', { items: deepest }))
  const more = idsOf(chain.slice(-620, -310)).map((item) => ({ ...item, force_delete: true }))
  await expectBounded('deleting at once', () => ann.post('/api/remove', { items: more }))
  expect(await itemsOf(chain.at(-621)!.id)).toBe(0)
})

test('a change of many entries takes as many statements as one of few, however deep they are', async () => {
  const chain: SeededEntry[] = []
  for (let level = 0, parent = await folder(ann, 'top'); level < 20; level++) {
    chain.push(...seed('folder', parent, ['nested']))
    parent = chain[level]!.id
  }
  const files = seed('file', chain.at(-1)!.id, numbered(102, 'file'))
  await seedEntries(holdall, ann.userId, [...chain, ...files])
  const [few, many] = [idsOf(files.slice(0, 2)), idsOf(files.slice(2))]
  for (const [path, more] of [
    ['/api/remove', {}],
    ['/api/trash/restore', {}],
    ['/api/copy', { to_id: chain[0]!.id }],
    ['/api/move', { to_id: chain[1]!.id }],
  ] as const) {
    const counts: number[] = []
    for (const items of [few, many]) {
      const statements = await countedStatements(async () => {
        expect((await ann.post(path, { items, ...more })).status).toBe(200)
      })
      counts.push(statements.filter(({ text }) => /\bentries\b/.test(text)).length)
    }
    expect([path, counts[1]]).toEqual([path, counts[0]])
  }
})

test('many replaced files get their earlier content back at once', async () => {
  const box = await folder(ann, 'box')
  const files = seed('file', box, numbered(110, 'file'))
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
  await db
    .updateTable('users')
    .set((eb) => ({ item_count: eb('item_count', '+', earlier.length) }))
    .where('id', '=', ann.userId)
    .execute()
  const items = files.map(({ id }) => ({ id, version: 0 }))
  await expectBounded('restoring', () => ann.post('/api/versions/restore', { items }))
  const { body } = await ann.get(`/api/browse/folders/${box}?per_page=1`)
  expect(body.meta.totals).toEqual({ folders: 0, files: 110, filesize: 0 })
})

test('readers see all of a copy or nothing, and are answered meanwhile', async () => {
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedContents(big)
  const copying = () => ann.post('/api/copy', { items: [{ id: big }], to_id: other })
  // One after the other: only in this order may the change come between them.
  const seen = await seenDuring(copying, async () => `${await itemsOf(other)} ${await filesOfAll()}`)
  const [before, after] = [`0 ${ALL_FILES}`, `1 ${2 * ALL_FILES}`]
  expect([seen[0], seen.at(-1)]).toEqual([before, after])
  expect(seen.filter((each) => ![before, `0 ${2 * ALL_FILES}`, after].includes(each))).toEqual([])
  const { body } = await ann.get(`/api/browse/folders/${other}`)
  expect([body.data[0].attributes.items, await itemsOf(body.data[0].id)]).toEqual([ITEMS, ITEMS])
})

test('readers see all of a removal or nothing, and are answered meanwhile', async () => {
  const big = await folder(ann, 'big')
  const [inner] = await seedContents(big)
  const removing = () => ann.post('/api/remove', { items: [{ id: big }] })
  const seen = await seenDuring(
    removing,
    async () => `${await itemsOf(big)} ${await itemsOf(inner!.id)} ${await filesOfAll()}`,
  )
  const before = `${ITEMS} ${FILES_OF_EACH} ${ALL_FILES}`
  const after = 'undefined undefined 0'
  const between = [`${ITEMS} ${FILES_OF_EACH} 0`, `${ITEMS} undefined 0`]
  expect([seen[0], seen.at(-1)]).toEqual([before, after])
  expect(seen.filter((each) => ![before, ...between, after].includes(each))).toEqual([])
})

test('moving a large folder within a space writes few rows', async () => {
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedContents(big)
  const rows = await countedRowsByTransaction(async () => {
    expect((await ann.post('/api/move', { items: [{ id: big }], to_id: other })).status).toBe(200)
  })
  expect(rows.length).toBeGreaterThan(0)
  expect(Math.max(...rows)).toBeLessThan(10)
})

test('a process that is killed in the middle of a large change leaves everything as it was', async () => {
  const big = await folder(ann, 'big')
  const [inner] = await seedContents(big)
  const { id: spaceId } = await homeOf(holdall.services.db, ann.userId)
  const script = join(import.meta.dirname, '../../testing/killed-bulk-process.ts')
  const child = spawn(process.execPath, [script, spaceId, big], {
    env: { PATH: process.env['PATH'], ...variablesOf(holdall.services.config) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGKILL')
  expect([await itemsOf(big), await itemsOf(inner!.id)]).toEqual([ITEMS, FILES_OF_EACH])
  expect((await ann.get('/api/browse/trash/all')).body.data).toEqual([])
  expect((await ann.post('/api/remove', { items: [{ id: big }] })).status).toBe(200)
})

test('a process that is killed between two transactions of a copy leaves nothing that is seen, and a job deletes it', async () => {
  const [big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedContents(big)
  const { services, clock } = holdall
  const stored = () =>
    services.db
      .selectFrom('users')
      .select(['used_bytes', 'item_count'])
      .where('id', '=', ann.userId)
      .executeTakeFirstOrThrow()
  const before = await stored()
  const { id: spaceId } = await homeOf(services.db, ann.userId)
  const script = join(import.meta.dirname, '../../testing/killed-bulk-process.ts')
  const child = spawn(process.execPath, [script, spaceId, big, other, 'copy'], {
    env: { PATH: process.env['PATH'], ...variablesOf(services.config) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGKILL')
  expect([await itemsOf(other), await filesOfAll()]).toEqual([0, ALL_FILES])
  expect(await services.db.selectFrom('copies').select('id').execute()).toHaveLength(1)
  // The clock of the other process was that of the system.
  clock.advance(day)
  await revertAbandonedCopies(services)
  expect([await stored(), await services.db.selectFrom('copies').select('id').execute()]).toEqual([before, []])
})

test('what is overdue in the trash is purged in the background', async () => {
  const big = await folder(ann, 'big')
  await seedContents(big)
  await ann.post('/api/remove', { parent_id: big, all: true, except: [] })
  await holdall.services.jobs.runDue()
  holdall.clock.advance(31 * day)
  await expectBounded('a purge', async () => {
    await holdall.services.jobs.runDue()
    return { status: 200 }
  })
  const { db } = holdall.services
  const left = await db.selectFrom('entries').select('kind').where('owner_id', '=', ann.userId).execute()
  expect(left.map(({ kind }) => kind).toSorted()).toEqual(['folder', 'root'])
})
