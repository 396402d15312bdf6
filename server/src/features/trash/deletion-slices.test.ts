import { day } from '../../infrastructure/clock.ts'
import {
  expectCountersToMatchRows,
  expectEntryCountsToMatchRows,
  file,
  folder,
  names,
} from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { homeOf } from '../../access/target.store.ts'
import { removeEntries } from '../files/file-service.ts'
import { emptyTrash, finishDeletions, type TrashDeps } from './trash-service.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

const rowsOfAnn = async () => {
  const { n } = await holdall.services.db
    .selectFrom('entries')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('owner_id', '=', ann.userId)
    .where('kind', '!=', 'root')
    .executeTakeFirstOrThrow()
  return Number(n)
}
const trashOfAnn = async () => (await ann.get('/api/browse/trash/all')).body.data.length as number
const used = async () => (await ann.get('/api/user')).body.data.attributes.storage.used as number

/** Trashes a folder with 12 entries in it at two depths, and 3 files. Another trashed file was in the folder before. */
async function fillTrash(): Promise<string> {
  const outer = await folder(ann, 'outer')
  const earlier = await file(ann, 'earlier', 'bytes', { parent_id: outer })
  await ann.post('/api/remove', { items: [{ id: earlier.id }] })
  for (const name of ['a', 'b', 'c']) {
    const inner = await folder(ann, name, outer)
    for (const each of ['1', '2', '3']) await file(ann, each, 'bytes', { parent_id: inner })
  }
  const tops = [outer]
  for (const name of ['x', 'y', 'z']) tops.push((await file(ann, name, 'bytes')).id)
  await ann.post('/api/remove', { items: tops.map((id) => ({ id })) })
  return earlier.id
}

/** Calls `between` before each transaction, with the rows that the one before has deleted. */
function watched(between: (deleted: number) => Promise<void>): TrashDeps {
  const { services } = holdall
  let before: number | undefined
  return {
    ...services,
    transactBulk: async (work) => {
      await expectEntryCountsToMatchRows(services.db)
      const rows = await rowsOfAnn()
      if (before !== undefined) await between(before - rows)
      before = rows
      return services.transactBulk(work)
    },
  }
}

test('the trash is emptied in transactions of few entries, and lists show none of it meanwhile', async () => {
  await fillTrash()
  const kept = await folder(ann, 'kept')
  const ben = await holdall.signUp()
  const slices: number[] = []
  const shown = new Set<number>()
  let writes = 0
  const deps = watched(async (deleted) => {
    slices.push(deleted)
    if (slices.length > 2) shown.add(await trashOfAnn())
    expect((await ben.post('/api/create-folder', { name: 'between', parent_id: null })).status).toBe(201)
    writes++
  })
  // The files and folders that were put into the trash, with the file that was there before.
  expect(await emptyTrash(deps, ann.userId, 4)).toBe(5)
  expect(Math.max(...slices)).toBeLessThanOrEqual(4)
  expect([writes > 4, [...shown]]).toEqual([true, [0]])
  expect([await rowsOfAnn(), await used(), await names(ann)]).toEqual([1, 1024, ['kept']])
  expect(kept).toBeTruthy()
})

test('a selection of the trash is deleted in transactions of few entries too', async () => {
  const { services } = holdall
  const earlier = await fillTrash()
  const { body } = await ann.get('/api/browse/trash/all')
  const ids = body.data.map(({ id }: { id: string }) => id).filter((id: string) => id !== earlier)
  const space = await homeOf(services.db, ann.userId)
  const slices: number[] = []
  const deps = { ...services, ...watched(async (deleted) => void slices.push(deleted)) }
  await removeEntries(deps, [{ space, which: { ids } }], { forced: () => true, userId: ann.userId, perSlice: 4 })
  expect([Math.max(...slices) <= 4, slices.length > 3, await rowsOfAnn()]).toEqual([true, true, 1])
  expect(await trashOfAnn()).toBe(1)
})

test('what a kill leaves of a deletion is in no list, and the job deletes it', async () => {
  await fillTrash()
  let transactions = 0
  const deps = watched(async () => {
    if (++transactions === 5) throw new Error('killed')
  })
  await expect(emptyTrash(deps, ann.userId, 4)).rejects.toThrow('killed')
  expect([await trashOfAnn(), (await rowsOfAnn()) > 0]).toEqual([0, true])
  await finishDeletions(holdall.services)
  expect([await rowsOfAnn(), await used()]).toEqual([0, 0])
  expect(await holdall.services.db.selectFrom('deletions').selectAll().execute()).toEqual([])
})

test('entries whose deletion has begun are neither restored nor deleted again', async () => {
  await fillTrash()
  const { body } = await ann.get('/api/browse/trash/all')
  const killed = watched(() => Promise.reject(new Error('killed')))
  await expect(emptyTrash(killed, ann.userId)).rejects.toThrow('killed')
  for (const { id } of body.data) {
    expect((await ann.post('/api/trash/restore', { items: [{ id }] })).status).toBe(404)
    expect((await ann.post('/api/remove', { items: [{ id, force_delete: true }] })).status).toBe(404)
  }
  await finishDeletions(holdall.services)
  expect([await rowsOfAnn(), await used()]).toEqual([0, 0])
})

test('what was trashed out of a folder before stays, where only the folder is overdue', async () => {
  const { db, settings, clock } = holdall.services
  const earlier = await fillTrash()
  const days = await settings.get('trash.days')
  await db
    .updateTable('entries')
    .set({ trashed_at: clock.now() + 5000 })
    .where('id', '=', earlier)
    .execute()
  holdall.clock.advance(days * day + 1000)
  await holdall.services.jobs.runDue()
  const left = await db
    .selectFrom('entries')
    .innerJoin('entries as parent', 'parent.id', 'entries.parent_id')
    .select(['entries.id', 'entries.trash_root_id', 'parent.kind'])
    .where('entries.owner_id', '=', ann.userId)
    .execute()
  expect(left).toEqual([{ id: earlier, trash_root_id: earlier, kind: 'root' }])
})
