import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '../../infrastructure/clock.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { homeOf } from '../../access/target.store.ts'
import { collectGarbage } from '../storage/garbage.ts'
import { copyEntries } from './copy-entries.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const copy = (to_id: string | null, ...ids: string[]) =>
  ann.post('/api/copy', { to_id, items: ids.map((id) => ({ id })) })

async function entryIn(parent: string | null, name: string) {
  const { body } = await ann.get(`/api/browse/folders/${parent ?? 'all'}`)
  return body.data.find((entry: { attributes: { name: string } }) => entry.attributes.name === name)
}

const bytesOf = async (entry: { attributes: { file_url: string } }) =>
  (await ann.get(entry.attributes.file_url)).raw.body

const usedBytes = async (userId: string) =>
  await holdall.services.db
    .selectFrom('users')
    .select(['used_bytes', 'garbage_bytes'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

function blobsOnDisk(): string[] {
  const folder = join(holdall.services.config.dataDir, 'blobs')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [one.name] : [],
  )
}

test('refuses a foreign source and a foreign target, also one among many', async () => {
  const bob = await holdall.signUp()
  const foreign = await folder(ann, 'hers')
  const own = await folder(bob, 'his')
  for (const body of [
    { to_id: foreign, items: [{ id: own }] },
    { to_id: null, items: [{ id: foreign }] },
    { to_id: null, items: [{ id: own }, { id: foreign }] },
    { to_id: own, parent_id: foreign, all: true, except: [] },
    { to_id: foreign, parent_id: null, all: true, except: [] },
  ]) {
    expect((await bob.post('/api/copy', body)).status).toBe(404)
  }
  expect(await names(ann, foreign)).toEqual([])
  expect(await names(bob)).toEqual(['his'])
})

test('refuses what is in the trash, a file as target, and a folder in the trash as target', async () => {
  const [a, b] = [await file(ann, 'a'), await file(ann, 'b')]
  const gone = await folder(ann, 'gone')
  await ann.post('/api/remove', { items: [{ id: gone }, { id: b.id }] })
  for (const [to, id] of [
    [gone, a.id],
    [a.id, a.id],
    [null, b.id],
  ]) {
    expect((await copy(to, id)).status).toBe(404)
  }
})

test('refuses to copy a folder into itself or below itself', async () => {
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  for (const to of [a, b]) {
    const { status, body } = await copy(to, a)
    expect([status, body.code]).toEqual([422, 'copy-into-itself'])
  }
  const all = await ann.post('/api/copy', { to_id: b, parent_id: null, all: true, except: [] })
  expect(all.body.code).toBe('copy-into-itself')
  expect(await names(ann, b)).toEqual([])
})

test('a copy has its own id, name, date and link, and the same content', async () => {
  const source = await file(ann, 'a.txt', 'content')
  await ann.post('/api/share', { id: source.id })
  const before = blobsOnDisk().length
  const to = await folder(ann, 'to')
  const { status, body } = await copy(to, source.id)
  expect([status, body.message, body.count]).toEqual([200, 'The item was copied.', 1])
  const copied = await entryIn(to, 'a.txt')
  expect(body.ids).toEqual([copied.id])
  expect(copied.id).not.toBe(source.id)
  expect(copied.attributes).toMatchObject({ filesize: 7, mimetype: 'text/plain', parent_id: to })
  expect(copied.relationships.shared).toBeNull()
  expect(await bytesOf(copied)).toBe('content')
  expect(blobsOnDisk()).toHaveLength(before)
  expect((await usedBytes(ann.userId)).used_bytes).toBe(14)
})

test('a duplicate is a copy beside its source, with a number', async () => {
  const source = await file(ann, 'a.txt', 'content')
  const box = await folder(ann, 'box')
  await copy(null, source.id, box)
  await copy(null, source.id)
  expect(await names(ann)).toEqual(['box', 'box (2)', 'a (2).txt', 'a (3).txt', 'a.txt'])
})

test('copies all of a folder into the same folder, each once', async () => {
  const box = await folder(ann, 'box')
  for (const name of ['a', 'a (2)', 'b']) await file(ann, name, 'x', { parent_id: box })
  const { body } = await ann.post('/api/copy', { to_id: box, parent_id: box, all: true, except: [] })
  expect(body.count).toBe(3)
  expect(await names(ann, box)).toEqual(['a', 'a (2)', 'a (2) (2)', 'a (3)', 'b', 'b (2)'])
})

test('copies folders with their look and what is in them, without what is in the trash', async () => {
  const box = (await ann.post('/api/create-folder', { name: 'box', emoji: '📦', color: 'red' })).body.data
  if (!box) throw new Error('no folder')
  const inner = await folder(ann, 'inner', box.id)
  await file(ann, 'deep', 'deep', { parent_id: inner })
  await file(ann, 'x', 'xx', { parent_id: box.id })
  const gone = await file(ann, 'gone', 'gone', { parent_id: box.id })
  await ann.post('/api/remove', { items: [{ id: gone.id }] })
  await ann.post('/api/share', { id: inner })
  const to = await folder(ann, 'to')
  expect((await copy(to, box.id)).status).toBe(200)
  const copied = await entryIn(to, 'box')
  expect(copied.attributes).toMatchObject({ color: box.attributes.color, emoji: '📦', items: 2 })
  expect(await names(ann, copied.id)).toEqual(['inner', 'x'])
  const innerCopy = await entryIn(copied.id, 'inner')
  expect(innerCopy.relationships.shared).toBeNull()
  expect(await bytesOf(await entryIn(innerCopy.id, 'deep'))).toBe('deep')
})

test('a folder and a folder inside it are both copied', async () => {
  const [outer, to] = [await folder(ann, 'outer'), await folder(ann, 'to')]
  const inner = await folder(ann, 'inner', outer)
  await file(ann, 'a', 'x', { parent_id: inner })
  await copy(to, inner, outer)
  expect(await names(ann, to)).toEqual(['inner', 'outer'])
  for (const id of [(await entryIn(to, 'inner')).id, (await entryIn((await entryIn(to, 'outer')).id, 'inner')).id]) {
    expect(await names(ann, id)).toEqual(['a'])
  }
})

test('a copy that exceeds the quota or the depth is refused and leaves nothing', async () => {
  const bob = await holdall.signUp({ quota: 5000 })
  const box = await folder(bob, 'box')
  await file(bob, 'a', Buffer.alloc(300), { parent_id: box })
  await file(bob, 'b', Buffer.alloc(300), { parent_id: box })
  const { status, body } = await bob.post('/api/copy', { to_id: null, items: [{ id: box }] })
  expect([status, body.code]).toEqual([423, 'quota-exceeded'])
  expect(await names(bob)).toEqual(['box'])

  await holdall.services.settings.set('files.max_depth', 8)
  const chain = [await folder(ann, '1')]
  for (const name of ['2', '3', '4', '5', '6', '7', '8']) chain.push(await folder(ann, name, chain.at(-1)))
  const deep = await copy(chain[5]!, await folder(ann, 'a'), await folder(ann, 'b', await folder(ann, 'c')))
  expect(deep.status).toBe(200)
  const tooDeep = await copy(chain[7]!, await folder(ann, 'd'))
  expect([tooDeep.status, tooDeep.body.code]).toEqual([422, 'too-deep'])
  await holdall.services.settings.set('files.max_depth', 100)
})

test('two copies at once do not exceed the quota together', async () => {
  const bob = await holdall.signUp({ quota: 4000 })
  const { id } = await file(bob, 'a', Buffer.alloc(400))
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => bob.post('/api/copy', { to_id: null, items: [{ id }] })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 423, 423, 423])
  expect((await usedBytes(bob.userId)).used_bytes).toBe(800)
})

test('refuses more entries than one call copies, those in folders included', async () => {
  const { services } = holdall
  const box = await folder(ann, 'box')
  for (const name of ['a', 'b', 'c']) await file(ann, name, 'x', { parent_id: box })
  const space = await homeOf(services.db, ann.userId)
  const target = { space, toId: space.root_id, userId: ann.userId }
  const copyAtMost = (maxCopied: number) =>
    copyEntries(services, [{ space, which: { ids: [box] } }], target, {}, { maxCopied })
  await expect(copyAtMost(3)).rejects.toMatchObject({ code: 'too-many' })
  expect(await names(ann)).toEqual(['box'])
  expect((await copyAtMost(4)).ids).toHaveLength(1)
})

test('refuses a larger selection than one call copies, although most of it would be skipped', async () => {
  const { services } = holdall
  const to = await folder(ann, 'to')
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) {
    ids.push((await file(ann, name)).id)
    await file(ann, name, 'there', { parent_id: to })
  }
  const space = await homeOf(services.db, ann.userId)
  const target = { space, toId: to, userId: ann.userId }
  const copyAtMost = (maxCopied: number) =>
    copyEntries(services, [{ space, which: { ids } }], target, { on_conflict: 'skip' }, { maxCopied })
  await expect(copyAtMost(2)).rejects.toMatchObject({ code: 'too-many' })
  expect(await copyAtMost(3)).toMatchObject({ ids: [], skipped: 3 })
})

test('folders with more children than one query reads are copied whole', async () => {
  const box = await folder(ann, 'box')
  const rows = Array.from({ length: 2600 }, (_, n) => ({
    id: seededId(7_000_000 + n),
    parentId: box,
    kind: n < 1300 ? ('folder' as const) : ('file' as const),
    name: `x${n}`,
    ...(n >= 1300 && { size: 1 }),
  }))
  await seedEntries(holdall, ann.userId, rows)
  const { body } = await copy(null, box)
  const listed = await ann.get(`/api/browse/folders/${body.ids[0]}?per_page=1`)
  expect(listed.body.meta.totals).toEqual({ folders: 1300, files: 1300, filesize: 1300 })
})

test('folders that together have more children than one query reads are copied whole, each with its own', async () => {
  const box = await folder(ann, 'box')
  const inner = Array.from({ length: 3 }, (_, n) => seededId(7_100_000 + n))
  const rows = inner.flatMap((id, n) => [
    { id, parentId: box, kind: 'folder' as const, name: `inner${n}` },
    ...Array.from({ length: 600 }, (_file, at) => ({
      id: seededId(7_110_000 + n * 1000 + at),
      parentId: id,
      kind: 'file' as const,
      name: `x${at}`,
      size: 1,
    })),
  ])
  await seedEntries(holdall, ann.userId, rows)
  const { body } = await copy(null, box)
  for (const n of inner.keys()) {
    const { id } = await entryIn(body.ids[0], `inner${n}`)
    const children = await holdall.services.db.selectFrom('entries').select('id').where('parent_id', '=', id).execute()
    expect(children).toHaveLength(600)
  }
})

test('deleting one of two copies frees its quota and keeps the content, deleting both makes garbage once', async () => {
  const source = await file(ann, 'a', 'content')
  const [id] = (await copy(null, source.id)).body.ids
  await ann.post('/api/remove', { items: [{ id: source.id, force_delete: true }] })
  expect(await usedBytes(ann.userId)).toEqual({ used_bytes: 7, garbage_bytes: 0 })
  holdall.clock.advance(day + 1)
  await holdall.services.jobs.runDue()
  expect(await bytesOf(await entryIn(null, 'a (2)'))).toBe('content')
  const [second] = (await copy(null, id)).body.ids
  await ann.post('/api/remove', {
    items: [
      { id, force_delete: true },
      { id: second, force_delete: true },
    ],
  })
  expect(await usedBytes(ann.userId)).toEqual({ used_bytes: 0, garbage_bytes: 7 })
  const before = blobsOnDisk().length
  holdall.clock.advance(day + 1)
  await holdall.services.jobs.runDue()
  expect(blobsOnDisk()).toHaveLength(before - 1)
  expect(await usedBytes(ann.userId)).toEqual({ used_bytes: 0, garbage_bytes: 0 })
})

test('the content of a copy stays when its source is replaced and its versions end', async () => {
  const source = await file(ann, 'a', 'one')
  await copy(null, source.id)
  await file(ann, 'a', 'two', { replace: 1 })
  await ann.post('/api/remove', { items: [{ id: source.id, force_delete: true }] })
  holdall.clock.advance(day + 1)
  await holdall.services.jobs.runDue()
  expect(await bytesOf(await entryIn(null, 'a (2)'))).toBe('one')
})

test('of copying and deleting at once either wins, and no copy loses its content to the collector', async () => {
  const { services } = holdall
  const later = { ...services, clock: { now: () => services.clock.now() + 2 * day } }
  for (let round = 0; round < 12; round++) {
    const source = await file(ann, `a${round}`, `content ${round}`)
    const box = await folder(ann, `box${round}`)
    const [, copied] = await Promise.all([
      ann
        .post('/api/remove', { items: [{ id: source.id, force_delete: true }] })
        .then(() => collectGarbage(later, services.blobs)),
      copy(box, source.id),
      collectGarbage(later, services.blobs),
    ])
    expect([200, 404]).toContain(copied.status)
    const left = (await ann.get(`/api/browse/folders/${box}`)).body.data
    expect(left).toHaveLength(copied.status === 200 ? 1 : 0)
    for (const entry of left) expect(await bytesOf(entry)).toBe(`content ${round}`)
  }
})

test('content that is marked as garbage and referred to again is not collected', async () => {
  const { services } = holdall
  const source = await file(ann, 'a', 'content')
  const { blob_id } = await services.db
    .selectFrom('entries')
    .select('blob_id')
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow()
  await services.db.insertInto('garbage').values({ blob_id: blob_id!, size: 7, collect_at: 1 }).execute()
  await Promise.all([
    collectGarbage(services, services.blobs),
    copy(null, source.id),
    collectGarbage(services, services.blobs),
    copy(null, source.id),
  ])
  expect(await names(ann)).toEqual(['a', 'a (2)', 'a (3)'])
  for (const name of await names(ann)) expect(await bytesOf(await entryIn(null, name))).toBe('content')
  expect(await services.db.selectFrom('garbage').selectAll().where('blob_id', '=', blob_id!).execute()).toEqual([])
})
