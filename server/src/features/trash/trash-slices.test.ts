import { homeOf } from '../../access/target.store.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, folder, names, put } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'
import { type BulkDeps, removeEntries } from '../files/file-service.ts'
import type { Space } from '../entries/space.store.ts'
import { emptyTrash, finishDeletions } from './trash-service.ts'
import { finishAllTrashing } from './trash-slices.ts'

let holdall: TestApp
let ann: SignedIn
let [big, kept] = ['', '']
let inside: readonly SeededEntry[] = []
const seed = createEntrySeeds()
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => {
  ann = await holdall.signUp()
  ;[big, kept] = [await folder(ann, 'big'), await folder(ann, 'kept')]
  await seedEntries(holdall, ann.userId, (inside = contents(big)))
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  expect(await unfinished()).toEqual([])
})
afterAll(() => holdall.close())

/** More than 300 entries, which are trashed in several transactions: files, and folders of folders of files. */
const [FILES, FOLDERS] = [150, 40]
const ITEMS = FILES + 4 * FOLDERS
const PER_SLICE = 40
const contents = (parentId: string) => nestedEntries(seed, parentId, { files: FILES, folders: FOLDERS })

const unfinished = () => holdall.services.db.selectFrom('unfinished_trash').selectAll().execute()

interface Removal {
  readonly space?: Space
  readonly perSlice?: number
  readonly userId?: string
}
async function trashing(
  deps: BulkDeps,
  ids: readonly string[],
  { space, userId = ann.userId, perSlice = PER_SLICE }: Removal = {},
) {
  const home = await homeOf(holdall.services.db, ann.userId)
  return removeEntries(deps, [{ space: space ?? home, which: { ids } }], {
    forced: () => false,
    userId,
    perSlice,
  })
}

/** What the rows say of the state of all entries of the account. */
async function states() {
  const rows = await holdall.services.db
    .selectFrom('entries')
    .select(['id', 'parent_id', 'trash_root_id', 'trashed_at', 'trashed_by'])
    .where('owner_id', '=', ann.userId)
    .orderBy('id')
    .execute()
  return rows
}
const trashedNames = async () =>
  (await ann.get('/api/browse/trash/all')).body.data.map((row: Named) => row.attributes.name) as string[]
interface Named {
  readonly attributes: { readonly name: string }
}

test('a large folder is trashed in transactions of few rows, between which others write', async () => {
  const ben = await holdall.signUp()
  let writes = 0
  const deps = watchedTransactions(holdall, async (transactions) => {
    // The first one reads the selection, the second one hides it.
    if (transactions > 1) expect([await names(ann), await trashedNames()]).toEqual([['kept'], ['big']])
    expect((await ben.post('/api/create-folder', { name: 'between', parent_id: null })).status).toBe(201)
    writes++
  })
  expect(await trashing(deps, [big])).toEqual([big])
  expect(writes).toBeGreaterThan(ITEMS / PER_SLICE)
  const left = (await states()).filter((row) => row.trash_root_id !== big)
  expect(left.map((row) => row.id).toSorted()).toEqual(
    [(await homeOf(holdall.services.db, ann.userId)).root_id, kept].toSorted(),
  )
  expect((await states()).filter((row) => row.trashed_by === ann.userId)).toHaveLength(ITEMS + 1)
})

test('its transactions write few rows each, also where many entries are selected', async () => {
  const counts = await countedRowsByTransaction(() => trashing(holdall.services, [big]))
  // Beside the entries: the rows of the change, of the space, of the folder and of the activity.
  expect(Math.max(...counts)).toBeLessThanOrEqual(PER_SLICE + 8)
  expect(counts.length).toBeGreaterThan(ITEMS / PER_SLICE)
  await ann.post('/api/trash/restore', { items: [{ id: big }] })
  const ids = inside.filter(({ parentId }) => parentId === big).map(({ id }) => id)
  const selected = await countedRowsByTransaction(() => trashing(holdall.services, ids))
  // Few selected entries have an activity each.
  expect(Math.max(...selected)).toBeLessThanOrEqual(PER_SLICE + PER_SLICE / 2 + 8)
  expect([await names(ann, big), (await states()).filter((row) => row.trash_root_id === row.id).length]).toEqual([
    [],
    FILES + FOLDERS,
  ])
})

test('what a kill leaves of it is finished by the job, as one transaction would have written it', async () => {
  await trashing(holdall.services, [big])
  const whole = await states()
  for (let transaction = 2; ; transaction++) {
    await ann.post('/api/trash/restore', { items: [{ id: big }] })
    const isKilled = await trashing(killedAt(holdall, transaction), [big]).then(
      () => false,
      () => true,
    )
    if (!isKilled) break
    expect([await names(ann), (await unfinished()).length]).toEqual([['kept'], 1])
    await finishAllTrashing(holdall.services)
    expect(await states()).toEqual(whole)
  }
})

test('what is restored, or deleted for good, while it is being trashed, is finished first', async () => {
  const whole = await states()
  const restored = (await states()).map((row) => row.id)
  for (const transaction of [2, 3, 6]) {
    await expect(trashing(killedAt(holdall, transaction), [big])).rejects.toThrow('killed')
    expect((await ann.post('/api/trash/restore', { items: [{ id: big }] })).status).toBe(200)
    const rows = await states()
    expect([rows.map((row) => row.id), rows.filter((row) => row.trash_root_id !== null)]).toEqual([restored, []])
  }
  expect(whole.map((row) => row.id)).toEqual(restored)
  await expect(trashing(killedAt(holdall, 3), [big])).rejects.toThrow('killed')
  expect((await ann.post('/api/remove', { items: [{ id: big }] })).status).toBe(200)
  expect((await states()).map((row) => row.id)).toHaveLength(2)
})

test('a part of what is being trashed is restored and deleted for good', async () => {
  const [part, other] = inside.filter(({ kind, parentId }) => kind === 'folder' && parentId === big)
  await expect(trashing(killedAt(holdall, 6), [big])).rejects.toThrow('killed')
  expect((await ann.post('/api/trash/restore', { items: [{ id: part!.id }] })).status).toBe(200)
  expect([await names(ann), await names(ann, part!.id)]).toEqual([['folder 0', 'kept'], ['inner 0']])
  await ann.post('/api/trash/restore', { items: [{ id: big }] })
  await expect(trashing(killedAt(holdall, 6), [big])).rejects.toThrow('killed')
  expect((await ann.post('/api/remove', { items: [{ id: other!.id }] })).status).toBe(200)
  await finishAllTrashing(holdall.services)
  expect((await states()).map((row) => row.id)).toHaveLength(ITEMS + 3 - 4)
})

test('the trash is emptied with what is still live below it', async () => {
  for (const transaction of [2, 4, 7]) {
    await expect(trashing(killedAt(holdall, transaction), [big])).rejects.toThrow('killed')
    expect(await emptyTrash(holdall.services, ann.userId, PER_SLICE)).toBe(1)
    expect(await states()).toHaveLength(2)
    big = await folder(ann, 'big')
    await seedEntries(holdall, ann.userId, contents(big))
  }
  await expect(trashing(killedAt(holdall, 4), [big])).rejects.toThrow('killed')
  const killed = watchedTransactions(holdall, async (transactions) => {
    if (transactions > 1) throw new Error('killed')
  })
  await expect(emptyTrash(killed, ann.userId, PER_SLICE)).rejects.toThrow('killed')
  expect(await trashedNames()).toEqual([])
  await finishDeletions(holdall.services)
  expect(await states()).toHaveLength(2)
})

test('what is moved out or trashed meanwhile keeps its counts, nothing is added, and names stay free of conflicts', async () => {
  const [first, second] = inside.filter(({ kind, parentId }) => kind === 'folder' && parentId === big)
  const innerOf = (id: string) => inside.find(({ parentId }) => parentId === id)!.id
  // The first transaction writes the folder only: all of this finds live entries below it.
  await expect(trashing(killedAt(holdall, 2), [big], { perSlice: 2 })).rejects.toThrow('killed')
  expect((await ann.post('/api/move', { items: [{ id: first!.id }], to_id: kept })).status).toBe(200)
  expect((await put(ann, 'added', 'x', { parent_id: innerOf(second!.id) })).status).toBe(404)
  expect((await ann.post('/api/remove', { items: [{ id: innerOf(second!.id) }] })).status).toBe(200)
  expect((await ann.patch(`/api/rename/${second!.id}`, { name: 'folder 5' })).status).toBe(404)
  expect((await ann.patch(`/api/rename/${innerOf(second!.id)}`, { name: 'x' })).status).toBe(404)
  await finishAllTrashing(holdall.services)
  await expectCountersToMatchRows(holdall.services.db)
  expect([await names(ann, kept), (await trashedNames()).toSorted()]).toEqual([['folder 0'], ['big', 'inner 0']])
  expect((await ann.post('/api/trash/restore', { items: [{ id: big }, { id: innerOf(second!.id) }] })).status).toBe(200)
  expect(await names(ann, innerOf(second!.id))).toEqual(['plan 0', 'plan 1'])
})

test('an entry that is selected with its folder is trashed with it', async () => {
  const [part] = inside.filter(({ kind, parentId }) => kind === 'folder' && parentId === big)
  await trashing(holdall.services, [part!.id, big, kept])
  expect((await trashedNames()).toSorted()).toEqual(['big', 'kept'])
})

test('a member who loses the right to edit meanwhile has trashed what was hidden, and no more', async () => {
  const ben = await holdall.signUp()
  const team = await teamFolder(ann, 'Team')
  await join(ann, team, ben)
  const large = await folder(ann, 'large', team)
  await seedEntries(holdall, ann.userId, contents(large))
  const { db } = holdall.services
  const found = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
  const space: Space = { ...found, memberId: ben.userId }
  const ends = (at: number) =>
    watchedTransactions(holdall, async (transactions) => {
      if (transactions !== at) return
      await db.updateTable('team_members').set({ permission: 'can_view' }).where('user_id', '=', ben.userId).execute()
    })
  await expect(trashing(ends(1), [large], { space, userId: ben.userId })).rejects.toMatchObject({ code: 'not-found' })
  expect(await names(ann, team)).toEqual(['large'])
  await db.updateTable('team_members').set({ permission: 'can_edit' }).where('user_id', '=', ben.userId).execute()
  expect(await trashing(ends(3), [large], { space, userId: ben.userId })).toEqual([large])
  expect((await states()).filter((row) => row.trash_root_id === large && row.trashed_by === ben.userId)).toHaveLength(
    ITEMS + 1,
  )
})
