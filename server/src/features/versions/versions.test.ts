import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, file, folder, names, put, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  await holdall.close()
})

const restore = (...items: { id: string; version: number }[]) => ann.post('/api/versions/restore', { items })
const versions = () =>
  holdall.services.db.selectFrom('file_versions').select(['version', 'size']).orderBy('version').execute()
const blobs = async () => (await holdall.services.db.selectFrom('blobs').select('id').execute()).length

async function contentOf(id: string): Promise<string> {
  const { body } = await ann.get('/api/browse/folders/all')
  const entry = body.data.find((one: { id: string }) => one.id === id)
  return (await ann.get(entry.attributes.file_url)).raw.body
}

test('refuses a version of a foreign file, an unknown version, and all where one is unknown', async () => {
  const bob = await holdall.signUp()
  const [a, b] = [await file(ann, 'a', 'one'), await file(ann, 'b', 'one')]
  await file(ann, 'a', 'two', { replace: 1 })
  const items = [{ id: a.id, version: 1 }]
  expect((await bob.post('/api/versions/restore', { items })).status).toBe(404)
  for (const wrong of [
    [{ id: a.id, version: 2 }],
    [{ id: a.id, version: Number.MAX_SAFE_INTEGER }],
    [{ id: b.id, version: 1 }],
    [...items, { id: b.id, version: 1 }],
    [{ id: await folder(ann, 'c'), version: 1 }],
  ]) {
    const { status, body } = await restore(...wrong)
    expect([status, body.code]).toEqual([404, 'not-found'])
  }
  expect((await restore({ id: a.id, version: -1 })).status).toBe(422)
  expect(await contentOf(a.id)).toBe('two')
})

test('a replaced content counts as used, and comes back with the id and the link of the file', async () => {
  const before = await file(ann, 'a.txt', 'old content')
  await ann.post('/api/share', { id: before.id })
  await file(ann, 'a.txt', '%PDF-new', { replace: 1 })
  expect(await versions()).toEqual([{ version: 1, size: 11 }])
  expect((await restore({ id: before.id, version: 1 })).body).toEqual({ message: 'The file was restored.', count: 1 })
  const [entry] = (await ann.get('/api/browse/folders/all')).body.data
  expect(entry).toMatchObject({ id: before.id, attributes: { filesize: 11, mimetype: 'text/plain' } })
  expect(entry.relationships.shared.data.attributes.item_id).toBe(before.id)
  expect(await contentOf(before.id)).toBe('old content')
  // What was replaced by it can come back as well.
  expect(await versions()).toEqual([{ version: 2, size: 8 }])
  expect((await restore({ id: before.id, version: 1 })).status).toBe(404)
  expect((await restore({ id: before.id, version: 2 })).status).toBe(200)
  expect(await contentOf(before.id)).toBe('%PDF-new')
})

test('an upload tells which version it has replaced, also where its last chunk is sent again', async () => {
  const upload_id = uploadId()
  expect((await file(ann, 'a.txt', 'one', { replace: 1 })).meta).toBeUndefined()
  const sent = await put(ann, 'a.txt', 'two', { replace: 1, upload_id })
  await file(ann, 'a.txt', 'three', { replace: 1 })
  const again = await put(ann, 'a.txt', 'two', { replace: 1, upload_id })
  for (const { status, body } of [sent, again]) {
    expect([status, body.data.meta]).toEqual([201, { replaced_version: 1 }])
  }
  const { id, meta } = sent.body.data
  await restore({ id, version: meta.replaced_version })
  expect(await contentOf(id)).toBe('one')
  const whole = await ann.form('/api/upload', [
    ['name', 'a.txt'],
    ['replace', '1'],
    ['file', Buffer.from('four')],
  ])
  expect([whole.status, whole.body.data.meta]).toEqual([201, { replaced_version: 4 }])
})

test('what is uploaded with a folder is merged into it, and every file that it replaces can be restored', async () => {
  for (const name of ['1.txt', '2.txt']) await put(ann, name, 'old', { path: `/box/inner/${name}` })
  const replaced: { id: string; version: number }[] = []
  for (const name of ['1.txt', '2.txt', '3.txt']) {
    const { id, meta } = await file(ann, name, 'new', { path: `/box/inner/${name}`, replace: 1 })
    if (meta?.replaced_version !== undefined) replaced.push({ id, version: meta.replaced_version })
  }
  expect(replaced).toHaveLength(2)
  expect(await names(ann)).toEqual(['box'])
  expect((await restore(...replaced)).body.count).toBe(2)
  const sizes = await holdall.services.db
    .selectFrom('entries')
    .select('files_size')
    .where('name', '=', 'inner')
    .execute()
  expect(sizes).toEqual([{ files_size: 9 }])
})

test('restores several files at once, and none in the trash', async () => {
  const [a, b] = [await file(ann, 'a', 'a1'), await file(ann, 'b', 'b1')]
  await file(ann, 'a', 'a2', { replace: 1 })
  await file(ann, 'b', 'b2', { replace: 1 })
  const both = [
    { id: a.id, version: 1 },
    { id: b.id, version: 1 },
  ]
  await ann.post('/api/remove', { items: [{ id: b.id }] })
  expect((await restore(...both)).status).toBe(404)
  await ann.post('/api/trash/restore', { items: [{ id: b.id }] })
  expect((await restore(...both)).body.count).toBe(2)
  expect([await contentOf(a.id), await contentOf(b.id)]).toEqual(['a1', 'b1'])
})

test('versions are deleted after the days of the trash, and their content a day later', async () => {
  const { id } = await file(ann, 'a', 'one')
  await file(ann, 'a', 'two', { replace: 1 })
  const days = await holdall.services.settings.get('trash.days')
  holdall.clock.advance(days * day - 1000)
  await file(ann, 'a', 'three', { replace: 1 })
  // The session, which ends after as many days, is prolonged after the answer.
  const sessions = holdall.services.db.selectFrom('sessions').select('id').where('user_id', '=', ann.userId)
  await until(async () => (await sessions.where('expires_at', '<', holdall.clock.now() + day).execute()).length === 0)
  holdall.clock.advance(2000)
  await holdall.services.jobs.runDue()
  expect(await versions()).toEqual([{ version: 2, size: 3 }])
  expect(await blobs()).toBe(3)
  holdall.clock.advance(day + 1000)
  await holdall.services.jobs.runDue()
  expect(await blobs()).toBe(2)
  expect((await restore({ id, version: 2 })).status).toBe(200)
  expect(await contentOf(id)).toBe('two')
})

test('versions are deleted with their file and with the folder around it', async () => {
  const inside = await folder(ann, 'f')
  for (const parent_id of [inside, '']) {
    await file(ann, 'a', 'one', { parent_id })
    await file(ann, 'a', 'two', { parent_id, replace: 1 })
  }
  const { body } = await ann.get('/api/browse/folders/all')
  const items = body.data.map(({ id }: { id: string }) => ({ id, force_delete: true }))
  expect((await ann.post('/api/remove', { items })).body.count).toBe(2)
  expect(await versions()).toEqual([])
  holdall.clock.advance(day + 1000)
  await holdall.services.jobs.runDue()
  expect(await blobs()).toBe(0)
})

test('of one file the newest 100 earlier contents are kept', async () => {
  await file(ann, 'a', 'x')
  for (let n = 0; n < 102; n++) await file(ann, 'a', 'x'.repeat(n + 2), { replace: 1 })
  const kept = await versions()
  expect([kept.length, kept[0]]).toEqual([100, { version: 3, size: 3 }])
})

test('a replacement that does not fit beside what it replaces is refused and changes nothing', async () => {
  const bob = await holdall.signUp({ quota: 3000 })
  await file(bob, 'a', Buffer.alloc(600, 1))
  expect((await put(bob, 'a', Buffer.alloc(600, 2), { replace: 1 })).status).toBe(423)
  expect(await versions()).toEqual([])
  expect(await names(bob)).toEqual(['a'])
})
