import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { homeOf } from '../../access/target.store.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { restoreEntries } from './trash-service.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
afterEach(() => expectCountersToMatchRows(holdall.services.db))

test('defect 1: refuses to restore what is somebody else’s, alone or among own entries', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const foreign = await folder(ann, 'hers')
  const own = await folder(bob, 'his')
  await ann.post('/api/remove', { items: [{ id: foreign }] })
  await bob.post('/api/remove', { items: [{ id: own }] })
  for (const items of [[{ id: foreign }], [{ id: own }, { id: foreign }]]) {
    for (const to_home of [true, false]) {
      expect((await bob.post('/api/trash/restore', { items, to_home })).status).toBe(404)
    }
  }
  expect(await names(bob)).toEqual([])
  expect((await holdall.visitor().post('/api/trash/restore', { items: [{ id: foreign }] })).status).toBe(401)
})

test('refuses what is live', async () => {
  const ann = await holdall.signUp()
  expect((await ann.post('/api/trash/restore', { items: [{ id: await folder(ann, 'a') }] })).status).toBe(404)
})

test('restores nothing when one of the entries was restored or deleted after access was checked', async () => {
  const ann = await holdall.signUp()
  const [kept, restored, deleted] = [
    await folder(ann, 'kept'),
    await folder(ann, 'restored'),
    await folder(ann, 'gone'),
  ]
  await ann.post('/api/remove', { items: [{ id: kept }, { id: deleted }] })
  await ann.post('/api/remove', { items: [{ id: deleted }] })
  const space = await homeOf(holdall.services.db, ann.userId)
  for (const id of [restored, deleted]) {
    const restoring = restoreEntries(holdall.services, space, [kept, id], { toTop: false })
    await expect(restoring).rejects.toMatchObject({ code: 'not-found' })
  }
  expect(await names(ann)).toEqual(['restored'])
})

test('restores a tree where it was, under a free name', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  await file(ann, 'x.txt', '1', { parent_id: b })
  await ann.post('/api/remove', { items: [{ id: b }] })
  await folder(ann, 'b', a)
  await ann.post('/api/trash/restore', { items: [{ id: b }] })
  expect(await names(ann, a)).toEqual(['b', 'b (2)'])
  expect(await names(ann, b)).toEqual(['x.txt'])
})

test('restores to the top what has no live parent, and what is requested to go there', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const first = await file(ann, 'first.txt', '1', { parent_id: a })
  const second = await file(ann, 'second.txt', '2', { parent_id: a })
  const third = await file(ann, 'third.txt', '3', { parent_id: a })
  await ann.post('/api/remove', { items: [{ id: first.id }, { id: third.id }] })
  await ann.post('/api/trash/restore', { to_home: true, items: [{ id: third.id }] })
  await ann.post('/api/remove', { items: [{ id: a }] })
  await ann.post('/api/trash/restore', { items: [{ id: first.id }] })
  expect(await names(ann)).toEqual(['first.txt', 'third.txt'])
  await ann.post('/api/trash/restore', { items: [{ id: second.id }] })
  expect(await names(ann)).toEqual(['first.txt', 'second.txt', 'third.txt'])
  expect((await ann.get('/api/browse/trash/all')).body.data).toMatchObject([{ id: a, attributes: { items: 0 } }])
})

test('restores a folder and what was in it in one call, in either order', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const inner = await file(ann, 'inner.txt', '1', { parent_id: a })
  for (const order of [
    [{ id: a }, { id: inner.id }],
    [{ id: inner.id }, { id: a }],
  ]) {
    await ann.post('/api/remove', { items: [{ id: a }] })
    expect((await ann.post('/api/trash/restore', { items: order })).body.count).toBe(2)
    expect(await names(ann, a)).toEqual(['inner.txt'])
  }
})

test('returns how many entries were restored, each counted once', async () => {
  const ann = await holdall.signUp()
  const ids = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'c')]
  await ann.post('/api/remove', { items: ids.map((id) => ({ id })) })
  const restore = async (...some: (string | undefined)[]) =>
    (await ann.post('/api/trash/restore', { items: some.map((id) => ({ id })) })).body
  expect(await restore(ids[0], ids[0])).toEqual({ message: 'The item was restored.', count: 1 })
  expect(await restore(ids[1], ids[2])).toEqual({ message: 'The items were restored.', count: 2 })
  expect(await names(ann)).toEqual(['a', 'b', 'c'])
})

test('an entry that is restored to the top leaves the folder that it was in', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  await file(ann, 'x.txt', '1', { parent_id: b })
  await ann.post('/api/remove', { items: [{ id: b }] })
  await ann.post('/api/trash/restore', { items: [{ id: b }], to_home: true })
  expect([await names(ann), await names(ann, a), await names(ann, b)]).toEqual([['a', 'b'], [], ['x.txt']])
  expect((await ann.get('/api/browse/trash/all')).body.data).toEqual([])
})

test('a file and the newer folder that it was moved into are restored together, in either order', async () => {
  const ann = await holdall.signUp()
  const { id } = await file(ann, 'older.txt')
  const a = await folder(ann, 'newer')
  await ann.post('/api/move', { items: [{ id }], to_id: a })
  for (const items of [
    [{ id }, { id: a }],
    [{ id: a }, { id }],
  ]) {
    await ann.post('/api/remove', { items: [{ id: a }] })
    await ann.post('/api/trash/restore', { items })
    expect([await names(ann), await names(ann, a)]).toEqual([['newer'], ['older.txt']])
  }
})

test('a name that is taken meanwhile is numbered as that of a file or of a folder', async () => {
  const ann = await holdall.signUp()
  const items = [{ id: (await file(ann, 'a.txt')).id }, { id: await folder(ann, 'v1.0') }]
  await ann.post('/api/remove', { items })
  await file(ann, 'a.txt')
  await folder(ann, 'v1.0')
  await ann.post('/api/trash/restore', { items })
  expect(await names(ann)).toEqual(['v1.0', 'v1.0 (2)', 'a (2).txt', 'a.txt'])
})
