import { homeOf } from '../../access/target.store.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, file, folder, names, put } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'
import { finishDeletions } from '../trash/trash-service.ts'
import { type BulkDeps, removeEntries } from './file-service.ts'

let holdall: TestApp
let ann: SignedIn
let [big, kept] = ['', '']
const seed = createEntrySeeds()
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => {
  ann = await holdall.signUp()
  ;[big, kept] = [await folder(ann, 'big'), await folder(ann, 'kept')]
  await seedEntries(holdall, ann.userId, contents())
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  expect(await holdall.services.db.selectFrom('deletions').selectAll().execute()).toEqual([])
})
afterAll(() => holdall.close())

/** More than 300 entries, which are deleted in several transactions: folders of folders of files, and files beside them. */
const [FILES, FOLDERS] = [150, 40]
const PER_SLICE = 40
const contents = () => nestedEntries(seed, big, { files: FILES, folders: FOLDERS })

async function deletionOf(deps: BulkDeps, ...ids: readonly string[]) {
  const space = await homeOf(holdall.services.db, ann.userId)
  const options = { forced: () => true, userId: ann.userId, perSlice: PER_SLICE }
  return removeEntries(deps, [{ space, which: { ids } }], options)
}

const rowsLeft = async () =>
  (
    await holdall.services.db
      .selectFrom('entries')
      .select('name')
      .where('owner_id', '=', ann.userId)
      .where('kind', '!=', 'root')
      .execute()
  ).length

test('a large folder is deleted for good in transactions of few rows, between which others write', async () => {
  const ben = await holdall.signUp()
  let writes = 0
  const deps = watchedTransactions(holdall, async (transactions) => {
    // The first one reads the selection, the second one hides it.
    if (transactions > 1) expect(await names(ann)).toEqual(['kept'])
    expect((await ben.post('/api/create-folder', { name: 'between', parent_id: null })).status).toBe(201)
    writes++
  })
  expect(await deletionOf(deps, big)).toEqual([big])
  expect(writes).toBeGreaterThan((2 * (FILES + 4 * FOLDERS)) / PER_SLICE)
  expect([await rowsLeft(), (await ann.get('/api/user')).body.data.attributes.storage.used]).toEqual([1, 1024])
})

test('its transactions write few rows each', async () => {
  const rows = await countedRowsByTransaction(() => deletionOf(holdall.services, big))
  // With each deleted file its content becomes garbage, and its row is changed before it is deleted.
  expect(Math.max(...rows)).toBeLessThanOrEqual(4 * PER_SLICE + 5)
  expect(await rowsLeft()).toBe(1)
})

test('what a kill leaves of it is not in the folder, and the job deletes it, also what is still live', async () => {
  for (const killedAt of [2, 4, 12]) {
    const before = await rowsLeft()
    const deps = watchedTransactions(holdall, async (transactions) => {
      if (transactions >= killedAt) throw new Error('killed')
    })
    await expect(deletionOf(deps, big)).rejects.toThrow('killed')
    expect(await names(ann)).toEqual(['kept'])
    expect(await rowsLeft()).toBeGreaterThan(1)
    await finishDeletions(holdall.services)
    expect([before > 1, await rowsLeft()]).toEqual([true, 1])
    big = await folder(ann, 'big')
    await seedEntries(holdall, ann.userId, contents())
  }
})

test('what was put into the trash before, out of such a folder, stays in the trash', async () => {
  const inner = await folder(ann, 'in it', big)
  const trashed = await file(ann, 'trashed', 'x', { parent_id: inner })
  await ann.post('/api/remove', { items: [{ id: trashed.id }] })
  await deletionOf(holdall.services, big)
  const { body } = await ann.get('/api/browse/trash/all')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([trashed.id])
  expect(await rowsLeft()).toBe(2)
})

test('a folder and one inside it are deleted together, and many files of a folder', async () => {
  const { db } = holdall.services
  const inside = await db.selectFrom('entries').select(['id', 'kind']).where('parent_id', '=', big).execute()
  const firstFolder = inside.find(({ kind }) => kind === 'folder')
  const below = await db.selectFrom('entries').select('id').where('parent_id', '=', firstFolder!.id).execute()
  const ids = [...inside.map(({ id }) => id), ...below.map(({ id }) => id)]
  await deletionOf(holdall.services, ...ids)
  expect([await names(ann, big), await rowsLeft()]).toEqual([[], 2])
  expect(kept).toBeTruthy()
})

test('a folder that is moved out of a folder that is being deleted stays, or is not found', async () => {
  const safe = await folder(ann, 'safe', big)
  let moving: Promise<{ status: number }> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions === 1) moving = ann.post('/api/move', { items: [{ id: safe }], to_id: kept })
  })
  await deletionOf(deps, big)
  const isMoved = (await moving)?.status === 200
  expect([await names(ann, kept), await rowsLeft()]).toEqual(isMoved ? [['safe'], 2] : [[], 1])
})

test('a part of a folder that is being deleted is not deleted by itself until the deletion has reached all below it', async () => {
  const { db } = holdall.services
  await expect(deletionOf(killedAt(holdall, 7), big)).rejects.toThrow('killed')
  // What is in it is live by then.
  const part = await db
    .selectFrom('entries as e')
    .innerJoin('entries as c', 'c.parent_id', 'e.id')
    .select('e.id')
    .where('e.trash_root_id', '=', big)
    .where('c.trash_root_id', 'is', null)
    .executeTakeFirstOrThrow()
  const items = [{ id: part.id, force_delete: true }]
  const { status, body } = await ann.post('/api/remove', { items })
  expect([status, body.code]).toEqual([503, 'busy'])
  await finishDeletions(holdall.services)
  expect((await ann.post('/api/remove', { items })).status).toBe(404)
})

test('nothing is uploaded, copied, moved or restored into what is live still below a folder that is being deleted', async () => {
  const { db } = holdall.services
  const inner = await folder(ann, 'inner', big)
  const [earlier, other] = [await file(ann, 'earlier', 'x', { parent_id: inner }), await file(ann, 'other', 'y')]
  await ann.post('/api/remove', { items: [{ id: earlier.id }] })
  await expect(deletionOf(killedAt(holdall, 2), big)).rejects.toThrow('killed')
  const into = { items: [{ id: other.id }], to_id: inner }
  for (const way of ['move', 'copy']) expect((await ann.post(`/api/${way}`, into)).status).toBe(404)
  expect((await put(ann, 'late', 'z', { parent_id: inner })).status).toBe(404)
  expect((await ann.post('/api/trash/restore', { items: [{ id: earlier.id }] })).status).toBe(200)
  await finishDeletions(holdall.services)
  expect(await names(ann)).toEqual(['kept', 'earlier', 'other'])
  expect(await db.selectFrom('entries').select('id').where('id', '=', inner).execute()).toEqual([])
})
