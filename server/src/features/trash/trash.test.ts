import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { collectGarbage } from '../storage/garbage.ts'
import { day, hour } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { homeOf } from '../../access/target.store.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { purgeTrash } from './trash-service.ts'
import { lockSpace } from '../entries/space.store.ts'
import { restoreAll } from './restore-entries.ts'

let holdall: TestApp
beforeEach(async () => void (holdall = await testApp()))
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  await holdall.close()
})

const titles = (answer: { body: { data: { attributes: { name: string } }[] } }) =>
  answer.body.data.map((entry) => entry.attributes.name)

test('defect 2: refuses a trashed folder of somebody else, a live one and an unknown one', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const foreign = await folder(ann, 'hers')
  await file(ann, 'secret.txt', '1', { parent_id: foreign })
  await ann.post('/api/remove', { items: [{ id: foreign }] })
  expect((await bob.get(`/api/browse/trash/${foreign}`)).status).toBe(404)
  expect((await bob.get('/api/browse/trash/all')).body.data).toEqual([])
  expect((await bob.get(`/api/browse/trash/${await folder(bob, 'live')}`)).status).toBe(404)
  expect((await holdall.visitor().get('/api/browse/trash/all')).status).toBe(401)
})

test('lists what was put there, newest first, and lets people look inside', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  await file(ann, 'deep.txt', '1', { parent_id: b })
  const x = await folder(ann, 'x')
  await ann.post('/api/remove', { items: [{ id: a }] })
  holdall.clock.advance(1000)
  await ann.post('/api/remove', { items: [{ id: x }] })
  expect(titles(await ann.get('/api/browse/trash/all'))).toEqual(['x', 'a'])
  expect(titles(await ann.get('/api/browse/trash/all?sort=name&direction=ASC'))).toEqual(['a', 'x'])
  expect(titles(await ann.get('/api/browse/trash/all?per_page=1&page=2'))).toEqual(['a'])
  expect(titles(await ann.get(`/api/browse/trash/${a}`))).toEqual(['b'])
  const inner = await ann.get(`/api/browse/trash/${b}`)
  expect(titles(inner)).toEqual(['deep.txt'])
  expect(inner.body.meta).toMatchObject({ root: { data: { id: b } }, ancestors: [{ id: a, name: 'a' }] })
})

test('has the original location of each trashed entry', async () => {
  const ann = await holdall.signUp()
  const ids = [await folder(ann, 'a')]
  for (const name of ['b', 'c', 'd', 'e', 'f']) ids.push(await folder(ann, name, ids.at(-1)))
  const deep = await file(ann, 'deep.txt', '1', { parent_id: ids[5]! })
  const middle = await file(ann, 'middle.txt', '1', { parent_id: ids[4]! })
  const near = await file(ann, 'near.txt', '1', { parent_id: ids[1]! })
  const top = await file(ann, 'top.txt')
  await ann.post('/api/remove', { items: [deep, middle, near, top].map(({ id }) => ({ id })) })
  const listed = async () => {
    const { body } = await ann.get('/api/browse/trash/all?sort=name')
    return body.data.map((entry: { attributes: { name: string }; meta: { location: unknown } }) => [
      entry.attributes.name,
      entry.meta.location,
    ])
  }
  const before = [
    ['deep.txt', { id: ids[5], path: ['b', 'c', 'd', 'e', 'f'], truncated: true }],
    ['middle.txt', { id: ids[4], path: ['a', 'b', 'c', 'd', 'e'], truncated: false }],
    ['near.txt', { id: ids[1], path: ['a', 'b'], truncated: false }],
    ['top.txt', { id: null, path: [], truncated: false }],
  ]
  expect(await listed()).toEqual(before)
  // Also when the folder was put into the trash later.
  await ann.post('/api/remove', { items: [{ id: ids[0] }] })
  expect(await listed()).toEqual([['a', { id: null, path: [], truncated: false }], ...before])
  const inside = await ann.get(`/api/browse/trash/${ids[0]}`)
  expect(inside.body.data[0].meta).toBeUndefined()
  const live = await ann.get('/api/browse/folders/all')
  expect(live.body.data).toEqual([])
})

test('defect 21: emptying deletes rows first and every child with its folder; bytes follow a day later', async () => {
  const ann = await holdall.signUp()
  const { services, clock } = holdall
  const blobs = openBlobs(services.config)
  const a = await folder(ann, 'a')
  await file(ann, 'inner.txt', 'inner', { parent_id: await folder(ann, 'b', a) })
  await file(ann, 'stays.txt', 'stays')
  await ann.post('/api/remove', { items: [{ id: a }] })
  const { body } = await ann.post('/api/trash/dump', { _method: 'delete' })
  expect(body).toEqual({ message: 'Your trash was successfully cleared.', count: 1 })
  const files = await services.db.selectFrom('entries').select(['name', 'blob_id']).where('kind', '=', 'file').execute()
  expect(files.map((row) => row.name)).toEqual(['stays.txt'])
  const [garbage] = await services.db.selectFrom('garbage').selectAll().execute()
  expect(await blobs.stat(garbage!.blob_id)).toEqual({ size: 5 })

  expect(await collectGarbage(services, blobs)).toBe(0)
  clock.advance(day + 1)
  expect(await collectGarbage(services, blobs)).toBe(1)
  expect(await blobs.stat(garbage!.blob_id)).toBeNull()
  expect(await services.db.selectFrom('blobs').select('id').execute()).toHaveLength(1)
  expect(await blobs.stat(files[0]!.blob_id!)).toEqual({ size: 5 })
})

test('never collects a blob that an entry refers to again', async () => {
  const ann = await holdall.signUp()
  const { services, clock } = holdall
  const blobs = openBlobs(services.config)
  const { id } = await file(ann, 'a.txt', 'abc')
  const { blob_id } = await services.db
    .selectFrom('entries')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await services.db.insertInto('garbage').values({ blob_id: blob_id!, collect_at: clock.now() }).execute()
  await collectGarbage(services, blobs)
  expect(await blobs.stat(blob_id!)).toEqual({ size: 3 })
  expect(await services.db.selectFrom('garbage').selectAll().execute()).toEqual([])
})

test('purges what was trashed thirty days ago and nothing newer', async () => {
  const ann = await holdall.signUp()
  const [old, young] = [await folder(ann, 'old'), await folder(ann, 'young')]
  await file(ann, 'in old.txt', '123', { parent_id: old })
  await ann.post('/api/remove', { items: [{ id: old }] })
  holdall.clock.advance(29 * day)
  await ann.post('/api/remove', { items: [{ id: young }] })
  expect(await purgeTrash(holdall.services)).toBe(0)
  holdall.clock.advance(day + 1)
  expect(await purgeTrash(holdall.services)).toBe(1)
  const left = await holdall.services.db.selectFrom('entries').select('name').where('kind', '!=', 'root').execute()
  expect(left).toEqual([{ name: 'young' }])
})

test('empties a trash of its owner only', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  for (const client of [ann, bob]) await client.post('/api/remove', { items: [{ id: await folder(client, 'a') }] })
  await ann.delete('/api/trash/dump')
  expect(titles(await bob.get('/api/browse/trash/all'))).toEqual(['a'])
  expect(await names(ann)).toEqual([])
})

describe('the purge', () => {
  const left = async () => {
    const rows = await holdall.services.db
      .selectFrom('entries')
      .select('name')
      .where('kind', '!=', 'root')
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name)
  }

  test('runs by itself, for everybody, however much is due', async () => {
    const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
    const entries = Array.from({ length: 250 }, (_, n) => ({ id: seededId(n), kind: 'folder', name: `${n}` }) as const)
    const space = await homeOf(holdall.services.db, ann.userId)
    await seedEntries(
      holdall,
      ann.userId,
      entries.map((entry) => ({ ...entry, parentId: space.root_id })),
    )
    await ann.post('/api/remove', { parent_id: null, all: true, except: [] })
    await bob.post('/api/remove', { items: [{ id: await folder(bob, 'of bob') }] })
    await folder(bob, 'live')
    holdall.clock.advance(30 * day + 1)
    await holdall.services.jobs.runDue()
    expect(await left()).toEqual(['live'])
  })

  test('waits as many days as the operator set', async () => {
    const ann = await holdall.signUp()
    await ann.post('/api/remove', { items: [{ id: await folder(ann, 'a') }] })
    await holdall.services.settings.set('trash.days', 3)
    holdall.clock.advance(3 * day - hour)
    expect(await purgeTrash(holdall.services)).toBe(0)
    holdall.clock.advance(hour + 1)
    expect(await purgeTrash(holdall.services)).toBe(1)
    expect(await left()).toEqual([])
  })

  test('deletes nothing once it is aborted', async () => {
    const ann = await holdall.signUp()
    await ann.post('/api/remove', { items: [{ id: await folder(ann, 'a') }] })
    holdall.clock.advance(31 * day)
    await expect(purgeTrash(holdall.services, AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await left()).toEqual(['a'])
  })

  test('leaves what is restored while it runs', async () => {
    const ann = await holdall.signUp()
    const kept = await folder(ann, 'kept')
    await ann.post('/api/remove', { items: [{ id: kept }, { id: await folder(ann, 'gone') }] })
    holdall.clock.advance(31 * day)
    const { services } = holdall
    const { db, transact, clock } = services
    const space = await homeOf(db, ann.userId)
    let isRestored = false
    const restoreFirst: typeof services.transactBulk = async (work) => {
      if (isRestored) return services.transactBulk(work)
      isRestored = true
      await transact(async (trx) => {
        await lockSpace(trx, space)
        await restoreAll(trx, space, [kept], {
          toTop: false,
          conflicts: {},
          maxDepth: 100,
          userId: ann.userId,
          now: clock.now(),
        })
      })
      return services.transactBulk(work)
    }
    await purgeTrash({ ...services, transactBulk: restoreFirst })
    expect(await left()).toEqual(['kept'])
  })
})

test('emptying returns how many entries were trashed, and frees their quota', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  await file(ann, 'in a.txt', '123', { parent_id: a })
  const b = await file(ann, 'b.txt', '12345')
  await ann.post('/api/remove', { items: [{ id: a }, { id: b.id }] })
  expect((await ann.delete('/api/trash/dump')).body.count).toBe(2)
  expect((await ann.delete('/api/trash/dump')).body.count).toBe(0)
  const user = await holdall.services.db.selectFrom('users').select('used_bytes').where('id', '=', ann.userId).execute()
  expect(user).toEqual([{ used_bytes: 0 }])
})
