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
    const restoring = restoreEntries(holdall.services, [{ space, ids: [kept, id] }], {
      toTop: false,
      userId: ann.userId,
    })
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

test('a folder and what was trashed out of it before are restored together, in either order', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  const { id: c } = await file(ann, 'c.txt', '1', { parent_id: b })
  for (const order of [
    [a, b, c],
    [c, b, a],
  ]) {
    for (const id of [c, b, a]) await ann.post('/api/remove', { items: [{ id }] })
    const { body } = await ann.post('/api/trash/restore', { items: order.map((id) => ({ id })) })
    expect(body).toEqual({ message: 'The items were restored.', count: 3 })
    expect([await names(ann), await names(ann, a), await names(ann, b)]).toEqual([['a'], ['b'], ['c.txt']])
  }
})

test('entries of several folders with the same names are restored at once, each under a name of its own', async () => {
  const ann = await holdall.signUp()
  const folders = [await folder(ann, 'a'), await folder(ann, 'b'), null]
  const items: { id: string }[] = []
  for (const parent of folders) {
    for (const name of ['x', 'x', 'x (2)', 'x']) {
      const id = await folder(ann, name, parent)
      await file(ann, 'inside', '12', { parent_id: id })
      await ann.post('/api/remove', { items: [{ id }] })
      items.push({ id })
    }
    await file(ann, 'x', '1', parent === null ? {} : { parent_id: parent })
  }
  expect((await ann.post('/api/trash/restore', { items })).body.count).toBe(12)
  for (const parent of folders) {
    const found = await names(ann, parent ?? 'all')
    const restored = found.filter((name) => name.startsWith('x'))
    expect([restored.length, new Set(restored).size]).toEqual([5, 5])
    expect(restored).toEqual(expect.arrayContaining(['x', 'x (2)', 'x (3)', 'x (4)']))
  }
  for (const { id } of items) expect(await names(ann, id)).toEqual(['inside'])
})

test('long names that a number shortens to the same one are restored under different ones', async () => {
  const ann = await holdall.signUp()
  const items: { id: string }[] = []
  // Of 255 bytes the number takes four: only the second one is shortened.
  for (const name of ['x'.repeat(251), 'x'.repeat(252)]) {
    const id = await folder(ann, name)
    await ann.post('/api/remove', { items: [{ id }] })
    await folder(ann, name)
    items.push({ id })
  }
  expect((await ann.post('/api/trash/restore', { items })).body.count).toBe(2)
  const found = await names(ann)
  expect([found.length, new Set(found).size]).toEqual([4, 4])
})

test('what is replaced in several folders goes to the trash, and what is skipped stays there', async () => {
  const ann = await holdall.signUp()
  const [a, b] = [await folder(ann, 'a'), await folder(ann, 'b')]
  const old: string[] = []
  const present: string[] = []
  for (const parent_id of [a, b]) {
    const { id } = await file(ann, 'x', 'old', { parent_id })
    old.push(id)
    await ann.post('/api/remove', { items: [{ id }] })
    present.push((await file(ann, 'x', 'new', { parent_id })).id)
  }
  const { body } = await ann.post('/api/trash/restore', {
    items: old.map((id) => ({ id })),
    on_conflict: 'replace',
    choices: [{ id: old[1]!, on_conflict: 'skip' }],
  })
  expect(body).toMatchObject({ count: 1, ids: [old[0]], trashed: [present[0]], skipped: 1 })
  const trashed = (await ann.get('/api/browse/trash/all')).body.data as { id: string }[]
  expect(new Set(trashed.map(({ id }) => id))).toEqual(new Set([old[1], present[0]]))
})

test('of two trashed files of one name, the one that replaces gets the name', async () => {
  const ann = await holdall.signUp()
  const items: { id: string }[] = []
  for (const text of ['kept', 'replacing']) {
    const { id } = await file(ann, 'x', text)
    await ann.post('/api/remove', { items: [{ id }] })
    items.push({ id })
  }
  const present = await file(ann, 'x', 'present')
  for (const order of [items, items.toReversed()]) {
    const { body } = await ann.post('/api/trash/restore', {
      items: order,
      on_conflict: 'keep-both',
      choices: [{ id: items[1]!.id, on_conflict: 'replace' }],
    })
    expect(body).toMatchObject({ count: 2, trashed: [present.id] })
    const { data } = (await ann.get('/api/browse/folders/all')).body
    const named = Object.fromEntries(
      data.map((entry: { id: string; attributes: { name: string } }) => [entry.attributes.name, entry.id]),
    )
    expect(named).toEqual({ x: items[1]!.id, 'x (2)': items[0]!.id })
    await ann.post('/api/remove', { items: [items[1]] })
    await ann.patch(`/api/rename/${items[0]!.id}`, { name: 'x' })
    await ann.post('/api/remove', { items: [items[0]] })
    await ann.post('/api/trash/restore', { items: [{ id: present.id }] })
  }
})

test('refuses all where one of them would be nested too deeply', async () => {
  const ann = await holdall.signUp()
  const [outer, shallow] = [await folder(ann, 'outer'), await folder(ann, 'shallow')]
  let above = outer
  for (let level = 2; level < 8; level++) above = await folder(ann, 'inner', above)
  const deep = await folder(ann, 'deep', above)
  await folder(ann, 'deepest', deep)
  const items = [{ id: shallow }, { id: deep }]
  await ann.post('/api/remove', { items })
  const { settings } = holdall.services
  const before = await settings.get('files.max_depth')
  await settings.set('files.max_depth', 8)
  const refused = await ann.post('/api/trash/restore', { items })
  expect([refused.status, refused.body.code]).toEqual([422, 'too-deep'])
  expect(await names(ann)).toEqual(['outer'])
  await settings.set('files.max_depth', 9)
  expect((await ann.post('/api/trash/restore', { items })).body.count).toBe(2)
  await settings.set('files.max_depth', before)
})
