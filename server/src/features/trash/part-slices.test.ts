import { homeOf } from '../../access/target.store.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, folder, names } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'
import { removeEntries } from '../files/file-service.ts'
import { emptyTrash, restoreEntries } from './trash-service.ts'
import { finishAllTrashing } from './trash-slices.ts'

let holdall: TestApp
let ann: SignedIn
let [outer, part] = ['', '']
const seed = createEntrySeeds()
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => {
  ann = await holdall.signUp()
  outer = await folder(ann, 'outer')
  part = await folder(ann, 'part', outer)
  await folder(ann, 'beside', outer)
  await seedEntries(holdall, ann.userId, nestedEntries(seed, part, { files: FILES, folders: FOLDERS }))
  expect((await ann.post('/api/remove', { items: [{ id: outer }] })).status).toBe(200)
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  expect(await holdall.services.db.selectFrom('unfinished_trash').selectAll().execute()).toEqual([])
})
afterAll(() => holdall.close())

/** More than 300 entries, which are changed in several transactions. */
const [FILES, FOLDERS] = [150, 40]
const ITEMS = FILES + 4 * FOLDERS
const PER_SLICE = 40

type Services = TestApp['services']
async function changing(services: Services, change: 'restore' | 'delete', ids: readonly string[] = [part]) {
  const space = await homeOf(services.db, ann.userId)
  const options = { userId: ann.userId, perSlice: PER_SLICE }
  return change === 'restore'
    ? restoreEntries(services, [{ space, ids }], { toTop: false, ...options })
    : removeEntries(services, [{ space, which: { ids } }], { forced: () => false, ...options })
}
async function trashed() {
  const rows = await holdall.services.db
    .selectFrom('entries')
    .select(['id', 'trash_root_id'])
    .where('owner_id', '=', ann.userId)
    .where('trash_root_id', 'is not', null)
    .execute()
  return rows.map((row) => row.trash_root_id)
}
const listed = async () =>
  (await ann.get('/api/browse/trash/all')).body.data.map(({ id }: { id: string }) => id).toSorted() as string[]

test.each(['restore', 'delete'] as const)(
  'a large part of a trashed folder: to %s it takes transactions of few rows, between which others write',
  async (change) => {
    const ben = await holdall.signUp()
    let writes = 0
    const deps = watchedTransactions(holdall, async () => {
      expect((await ben.post('/api/create-folder', { name: `${writes++}`, parent_id: null })).status).toBe(201)
    })
    const rows = await countedRowsByTransaction(() => changing(change === 'delete' ? holdall.services : deps, change))
    if (change === 'restore') expect(writes).toBeGreaterThan((2 * ITEMS) / PER_SLICE)
    else {
      // Each entry that is deleted is marked, deleted and, as content, stored as garbage, and changes the counts of a folder.
      expect(Math.max(...rows)).toBeLessThanOrEqual(4 * PER_SLICE)
      expect(rows.length).toBeGreaterThan((2 * ITEMS) / PER_SLICE)
    }
    // The folder and what was beside the part.
    expect(await trashed()).toEqual([outer, outer])
    expect([await names(ann), await listed()]).toEqual([change === 'restore' ? ['part'] : [], [outer]])
    if (change === 'restore') expect((await names(ann, part, '?per_page=200')).length).toBe(FILES + FOLDERS)
  },
)

test('the transactions that restore it write few rows each', async () => {
  const rows = await countedRowsByTransaction(() => changing(holdall.services, 'restore'))
  // Beside the entries: the rows of the change, of the space, of the folder and of the activity.
  expect(Math.max(...rows)).toBeLessThanOrEqual(PER_SLICE + 8)
  expect(rows.length).toBeGreaterThan((2 * ITEMS) / PER_SLICE)
})

test('what a kill leaves is finished by the job: the part is in the trash by itself', async () => {
  for (const transaction of [1, 3, 6]) {
    await expect(changing(killedAt(holdall, transaction), 'restore')).rejects.toThrow('killed')
    await finishAllTrashing(holdall.services)
    expect(await listed()).toEqual([outer, part].toSorted())
    expect((await trashed()).filter((root) => root === part)).toHaveLength(ITEMS + 1)
    expect((await ann.post('/api/trash/restore', { items: [{ id: part }] })).status).toBe(200)
    expect((await ann.post('/api/move', { items: [{ id: part }], to_id: null })).status).toBe(200)
    expect((await ann.post('/api/trash/restore', { items: [{ id: outer }] })).status).toBe(200)
    expect((await ann.post('/api/move', { items: [{ id: part }], to_id: outer })).status).toBe(200)
    expect((await ann.post('/api/remove', { items: [{ id: outer }] })).status).toBe(200)
  }
})

test('while it is separated, neither it nor its folder is deleted, and what is restored or deleted by id is finished first', async () => {
  const kill = () => expect(changing(killedAt(holdall, 3), 'delete')).rejects.toThrow('killed')
  await kill()
  expect(await emptyTrash(holdall.services, ann.userId)).toBe(0)
  expect((await trashed()).length).toBe(ITEMS + 3)
  expect((await ann.post('/api/trash/restore', { items: [{ id: outer }] })).status).toBe(200)
  expect([await names(ann), await names(ann, outer), await listed()]).toEqual([['outer'], ['beside'], [part]])
  expect((await ann.post('/api/trash/restore', { items: [{ id: part }] })).status).toBe(200)
  expect(await names(ann, outer)).toEqual(['beside', 'part'])
  expect((await ann.post('/api/remove', { items: [{ id: outer }] })).status).toBe(200)
  await kill()
  expect((await ann.post('/api/remove', { items: [{ id: outer }] })).status).toBe(200)
  expect(await listed()).toEqual([part])
  expect((await ann.post('/api/remove', { items: [{ id: part }] })).status).toBe(200)
  expect(await trashed()).toEqual([])
})

test('a part of a folder that is being deleted is refused', async () => {
  const { db, ids } = holdall.services
  const batchId = ids.next()
  await db.insertInto('deletions').values({ batch_id: batchId, created_at: 0 }).execute()
  await db.updateTable('entries').set({ trash_root_id: batchId }).where('id', '=', outer).execute()
  for (const change of ['restore', 'delete'] as const) {
    await expect(changing(holdall.services, change)).rejects.toMatchObject({ code: 'busy' })
  }
  await holdall.services.jobs.runDue()
  expect(await trashed()).toEqual([])
})
