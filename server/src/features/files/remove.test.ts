import { testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const usedBy = async (userId: string) =>
  (
    await holdall.services.db
      .selectFrom('users')
      .select('used_bytes')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).used_bytes

test('refuses entries of somebody else, live or trashed, also for good', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const live = await folder(ann, 'live')
  const trashed = await folder(ann, 'trashed')
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  for (const id of [live, trashed]) {
    for (const force_delete of [false, true]) {
      expect((await bob.post('/api/remove', { items: [{ id, force_delete }] })).status).toBe(404)
    }
  }
  expect((await bob.post('/api/remove', { parent_id: live, all: true, except: [] })).status).toBe(404)
  expect(await names(ann)).toEqual(['live'])
  expect((await ann.get('/api/browse/trash/all')).body.data).toHaveLength(1)
})

test('puts a tree into the trash as one entry and frees no quota', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  await file(ann, 'x.txt', 'twelve bytes', { parent_id: b })
  await ann.post('/api/remove', { items: [{ id: b }, { id: a }] })
  const { data } = (await ann.get('/api/browse/trash/all')).body
  expect(data.map((entry: { id: string }) => entry.id)).toEqual([a])
  expect(data[0].attributes.deleted_at).not.toBeNull()
  expect(await usedBy(ann.userId)).toBe(12)
})

test('deletes for good what is forced or was trashed before, with all below it', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  await file(ann, 'x.txt', 'twelve bytes', { parent_id: b })
  await file(ann, 'stays.txt', '12345')
  expect((await ann.post('/api/remove', { items: [{ id: a, force_delete: true }] })).body.count).toBe(1)
  expect(await usedBy(ann.userId)).toBe(5)
  const other = await folder(ann, 'other')
  await ann.post('/api/remove', { items: [{ id: other }] })
  await ann.post('/api/remove', { items: [{ id: other }] })
  expect((await ann.get('/api/browse/trash/all')).body.data).toEqual([])
})

test('deletes one entry out of a trashed folder', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const gone = await file(ann, 'gone.txt', '123', { parent_id: a })
  await file(ann, 'stays.txt', '4567', { parent_id: a })
  await ann.post('/api/remove', { items: [{ id: a }] })
  await ann.post('/api/remove', { items: [{ id: gone.id }] })
  const { data } = (await ann.get(`/api/browse/trash/${a}`)).body
  expect(data.map((entry: { attributes: { name: string } }) => entry.attributes.name)).toEqual(['stays.txt'])
})

test('removes all entries of a folder but some, and keeps what was trashed out of it earlier', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const kept = await file(ann, 'kept.txt', '1', { parent_id: a })
  const early = await file(ann, 'early.txt', '2', { parent_id: a })
  for (const name of ['x', 'y']) await file(ann, name, '3', { parent_id: a })
  await ann.post('/api/remove', { items: [{ id: early.id }] })
  const some = { parent_id: a, all: true, except: [kept.id], force_delete: true }
  expect((await ann.post('/api/remove', some)).body.count).toBe(2)
  const { data } = (await ann.get('/api/browse/trash/all')).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual([early.id])
  expect(await names(ann, a)).toEqual(['kept.txt'])
  await ann.post('/api/remove', { items: [{ id: a, force_delete: true }] })
  await ann.post('/api/trash/restore', { items: [{ id: early.id }] })
  expect(await names(ann)).toEqual(['early.txt'])
})

test('of a whole folder the answer names what was put into the trash, so that it can be restored', async () => {
  const ann = await holdall.signUp()
  const [a, b] = [await folder(ann, 'a'), await folder(ann, 'b')]
  const kept = await folder(ann, 'kept')
  const { body } = await ann.post('/api/remove', { parent_id: null, all: true, except: [kept] })
  expect([body.count, body.ids.toSorted()]).toEqual([2, [a, b].toSorted()])
  await ann.post('/api/trash/restore', { items: body.ids.map((id: string) => ({ id })) })
  expect(await names(ann)).toEqual(['a', 'b', 'kept'])
})

test('with only_live refuses what is in the trash already and destroys nothing', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const inside = await file(ann, 'inside.txt', '123', { parent_id: a })
  const live = await folder(ann, 'live')
  const remove = (body: object) => ann.post('/api/remove', { ...body, only_live: true })
  const trashed = async () =>
    (await ann.get('/api/browse/trash/all')).body.data.map((entry: { id: string }) => entry.id)
  expect((await remove({ items: [{ id: a }] })).status).toBe(200)
  for (const items of [[{ id: a }], [{ id: inside.id }], [{ id: live }, { id: a }]]) {
    expect((await remove({ items })).status).toBe(404)
  }
  expect((await remove({ parent_id: a, all: true, except: [] })).status).toBe(404)
  expect([await trashed(), await names(ann)]).toEqual([[a], ['live']])
  expect((await ann.get(`/api/browse/trash/${a}`)).body.data).toHaveLength(1)
  expect((await remove({ parent_id: null, all: true, except: [] })).body.ids).toEqual([live])
  expect((await trashed()).toSorted()).toEqual([a, live].toSorted())
})

test('a trashed folder has no live entries to remove', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  await file(ann, 'inside.txt', '123', { parent_id: a })
  await ann.post('/api/remove', { items: [{ id: a }] })
  const { status, body } = await ann.post('/api/remove', { parent_id: a, all: true, except: [] })
  expect([status, body.count, body.ids]).toEqual([200, 0, []])
  expect((await ann.get(`/api/browse/trash/${a}`)).body.data).toHaveLength(1)
})

test('returns how many were removed, each counted once, and deletes only what was forced', async () => {
  const ann = await holdall.signUp()
  const [a, b, c] = [await folder(ann, 'a'), await folder(ann, 'b'), await file(ann, 'c.txt', '123')]
  expect((await ann.post('/api/remove', { items: [{ id: a }, { id: a }] })).body).toEqual({
    message: 'The item was deleted.',
    count: 1,
  })
  const items = [
    { id: b, force_delete: false },
    { id: c.id, force_delete: true },
  ]
  expect((await ann.post('/api/remove', { items })).body).toEqual({ message: 'The items were deleted.', count: 2 })
  const { data } = (await ann.get('/api/browse/trash/all?sort=name')).body
  expect(data.map((entry: { id: string }) => entry.id)).toEqual([a, b])
  expect(await usedBy(ann.userId)).toBe(0)
})

test('a whole folder goes into the trash unless it is forced', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  await file(ann, 'x.txt', '123', { parent_id: a })
  await ann.post('/api/remove', { parent_id: a, all: true, except: [] })
  expect((await ann.get('/api/browse/trash/all')).body.data).toMatchObject([{ attributes: { name: 'x.txt' } }])
  expect(await usedBy(ann.userId)).toBe(3)
})
