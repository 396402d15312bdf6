import { homeOf } from '../../access/target.store.ts'
import { day, minute } from '../../infrastructure/clock.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, folder, names } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'
import { moveEntries } from '../files/file-service.ts'
import type { Space } from '../entries/space.store.ts'
import { emptyTrash, purgeTrash, restoreEntries, type TrashDeps } from './trash-service.ts'
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
  inside = nestedEntries(seed, big, { files: FILES, folders: FOLDERS })
  await seedEntries(holdall, ann.userId, inside)
  await trash(big)
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  expect(await holdall.services.db.selectFrom('unfinished_trash').selectAll().execute()).toEqual([])
})
afterAll(() => holdall.close())

/** More than 300 entries, which are restored in several transactions. */
const [FILES, FOLDERS] = [150, 40]
const ITEMS = FILES + 4 * FOLDERS
const PER_SLICE = 40

async function trash(...ids: readonly string[]) {
  expect((await ann.post('/api/remove', { items: ids.map((id) => ({ id })) })).status).toBe(200)
}

interface Restore {
  readonly space?: Space
  readonly userId?: string
  readonly on_conflict?: 'ask' | 'skip' | 'keep-both'
}
async function restoring(
  deps: TrashDeps,
  ids: readonly string[],
  { space, userId = ann.userId, ...rest }: Restore = {},
) {
  const home = await homeOf(holdall.services.db, ann.userId)
  return restoreEntries(deps, [{ space: space ?? home, ids }], { toTop: false, userId, perSlice: PER_SLICE, ...rest })
}

/** What the rows say of the state of all entries of the account. */
const states = () =>
  holdall.services.db
    .selectFrom('entries')
    .select(['id', 'name', 'parent_id', 'trash_root_id', 'trashed_at', 'trashed_by'])
    .where('owner_id', '=', ann.userId)
    .orderBy('id')
    .execute()
/** The time in the trash begins again with each restore that fails. */
const withoutTimes = (rows: Awaited<ReturnType<typeof states>>) =>
  rows.map((row) => ({ ...row, trashed_at: row.trashed_at !== null }))
const trashedRows = async () => (await states()).filter((row) => row.trash_root_id !== null)
const trashedIds = async () =>
  (await ann.get('/api/browse/trash/all')).body.data.map(({ id }: { id: string }) => id) as string[]

test('a large folder is restored in transactions of few rows, between which others write', async () => {
  const ben = await holdall.signUp()
  let writes = 0
  const deps = watchedTransactions(holdall, async () => {
    expect([await names(ann), await trashedIds()]).toEqual([['kept'], [big]])
    expect((await ben.post('/api/create-folder', { name: 'between', parent_id: null })).status).toBe(201)
    writes++
  })
  expect(await restoring(deps, [big])).toEqual({ ids: [big], trashed: [] })
  expect(writes).toBeGreaterThan(ITEMS / PER_SLICE)
  expect([await names(ann), await trashedRows()]).toEqual([['big', 'kept'], []])
  expect((await states()).filter((row) => row.trashed_by !== null || row.trashed_at !== null)).toEqual([])
  await trash(big)
  const counts = await countedRowsByTransaction(() => restoring(holdall.services, [big]))
  // Beside the entries: the rows of the change, of the space, of the folder and of the activity.
  expect([Math.max(...counts) <= PER_SLICE + 8, counts.length > ITEMS / PER_SLICE]).toEqual([true, true])
})

test('what a kill leaves of a restore is in the trash again once it has stopped for long', async () => {
  const { services, clock } = holdall
  const before = await states()
  for (let transaction = 1; ; transaction++) {
    const isKilled = await restoring(killedAt(holdall, transaction), [big]).then(
      () => false,
      () => true,
    )
    if (!isKilled) break
    const left = await states()
    expect([await names(ann), await trashedIds()]).toEqual([['kept'], [big]])
    await finishAllTrashing(services)
    if (transaction > 1) expect(await states()).toEqual(left)
    clock.advance(16 * minute)
    await finishAllTrashing(services)
    expect(withoutTimes(await states())).toEqual(withoutTimes(before))
  }
  expect(await trashedRows()).toEqual([])
})

test('what is being restored is neither restored again nor deleted, and after a kill both', async () => {
  const { services, clock } = holdall
  const before = await states()
  const items = [{ id: big }]
  const changes = () =>
    Promise.all([ann.post('/api/trash/restore', { items }), ann.post('/api/remove', { items })]).then((answers) =>
      answers.map(({ status, body }) => [status, body.code]),
    )
  await expect(restoring(killedAt(holdall, 4), [big])).rejects.toThrow('killed')
  expect(await changes()).toEqual([
    [503, 'busy'],
    [503, 'busy'],
  ])
  expect(await emptyTrash(services, ann.userId)).toBe(0)
  clock.advance(16 * minute)
  expect((await ann.post('/api/trash/restore', { items })).status).toBe(200)
  expect((await states()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(await trashedRows()).toEqual([])
  await trash(big)
  await expect(restoring(killedAt(holdall, 4), [big])).rejects.toThrow('killed')
  clock.advance(16 * minute)
  expect((await ann.post('/api/remove', { items })).status).toBe(200)
  expect((await states()).length).toBe(2)
})

test('what is overdue is not purged while it is being restored', async () => {
  const { services, clock } = holdall
  const days = await services.settings.get('trash.days')
  clock.advance((days + 1) * day)
  await expect(restoring(killedAt(holdall, 3), [big])).rejects.toThrow('killed')
  expect(await purgeTrash(services)).toBe(0)
  clock.advance(16 * minute)
  await finishAllTrashing(services)
  expect([(await trashedRows()).length, await purgeTrash(services)]).toEqual([ITEMS + 1, 0])
  clock.advance((days + 1) * day)
  expect(await purgeTrash(services)).toBe(1)
})

test('a restore that would be refused writes nothing, and what is skipped stays in the trash', async () => {
  const before = await states()
  const other = await folder(ann, 'big')
  let transactions = 0
  const deps = watchedTransactions(holdall, async () => void transactions++)
  await expect(restoring(deps, [big], { on_conflict: 'ask' })).rejects.toMatchObject({ code: 'name-conflict' })
  await expect(restoring(deps, [big, kept])).rejects.toMatchObject({ code: 'not-found' })
  expect(transactions).toBe(0)
  expect(await restoring(deps, [big], { on_conflict: 'skip' })).toEqual({ ids: [], trashed: [] })
  expect((await states()).filter(({ id }) => id !== other)).toEqual(before)
  expect(await restoring(deps, [big], { on_conflict: 'keep-both' })).toEqual({ ids: [big], trashed: [] })
  expect(await names(ann)).toEqual(['big', 'big (2)', 'kept'])
})

test('what takes the name of a folder while it is restored refuses it, and it is in the trash again', async () => {
  const before = await states()
  let creating: Promise<string> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions === 3) creating = folder(ann, 'big')
  })
  await expect(restoring(deps, [big], { on_conflict: 'ask' })).rejects.toMatchObject({ code: 'name-conflict' })
  const id = await creating
  expect((await states()).filter((row) => row.id !== id)).toEqual(before)
})

test('folders, one inside another, and a part of a third are restored to where they were', async () => {
  await ann.post('/api/trash/restore', { items: [{ id: big }] })
  const [first, second] = inside.filter(({ kind, parentId }) => kind === 'folder' && parentId === big)
  const third = await folder(ann, 'third')
  const part = await folder(ann, 'part', third)
  await trash(first!.id)
  await trash(big, third)
  await restoring(holdall.services, [big, first!.id, second!.id, part])
  const { body } = await ann.get(`/api/browse/folders/${big}?per_page=1`)
  expect([await names(ann), body.meta.totals]).toEqual([
    ['big', 'kept', 'part'],
    { folders: FOLDERS, files: FILES, filesize: FILES },
  ])
  expect(await trashedIds()).toEqual([third])
})

test('what is moved, trashed and added meanwhile keeps its counts', async () => {
  const [first, second, third] = inside.filter(({ kind, parentId }) => kind === 'folder' && parentId === big)
  let changes: Promise<{ status: number }[]> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    // All files and folders below are live by then, but for some folders.
    if (transactions !== 8) return
    changes = Promise.all([
      ann.post('/api/move', { items: [{ id: first!.id }], to_id: kept }),
      ann.post('/api/remove', { items: [{ id: second!.id }] }),
      ann.post('/api/create-folder', { name: 'added', parent_id: third!.id }),
      ann.patch(`/api/rename/${third!.id}`, { name: 'folder 9' }),
    ])
  })
  await restoring(deps, [big])
  await changes
  await expectCountersToMatchRows(holdall.services.db)
  const live = await names(ann, big)
  expect(live.length).toBe(new Set(live).size)
  expect((await states()).length).toBeGreaterThanOrEqual(ITEMS + 3)
})

test('a member who loses the right to edit meanwhile restores nothing', async () => {
  const ben = await holdall.signUp()
  const team = await teamFolder(ann, 'Team')
  await join(ann, team, ben)
  const large = await folder(ben, 'large', team)
  // Entries are seeded where nothing is in the trash.
  await ann.post('/api/trash/restore', { items: [{ id: big }] })
  await seedEntries(holdall, ann.userId, nestedEntries(seed, large, { files: FILES, folders: FOLDERS }))
  expect((await ben.post('/api/remove', { items: [{ id: large }] })).status).toBe(200)
  const before = await states()
  const { db } = holdall.services
  const found = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
  const space: Space = { ...found, memberId: ben.userId }
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions !== 4) return
    await db.updateTable('team_members').set({ permission: 'can_view' }).where('user_id', '=', ben.userId).execute()
  })
  const options = { space, userId: ben.userId }
  await expect(restoring(deps, [large], options)).rejects.toMatchObject({ code: 'not-found' })
  expect(await states()).toEqual(before)
  await db.updateTable('team_members').set({ permission: 'can_edit' }).where('user_id', '=', ben.userId).execute()
  expect(await restoring(holdall.services, [large], options)).toEqual({ ids: [large], trashed: [] })
})

test('a folder whose own folder is trashed or moved to another space meanwhile is restored to the top, or not', async () => {
  const outer = await folder(ann, 'outer')
  await ann.post('/api/trash/restore', { items: [{ id: big }] })
  await ann.post('/api/move', { items: [{ id: big }], to_id: outer })
  await trash(big)
  let trashing: Promise<unknown> | undefined
  await restoring(
    watchedTransactions(holdall, async (transactions) => {
      if (transactions === 3) trashing = trash(outer)
    }),
    [big],
  )
  await trashing
  expect(await names(ann)).toEqual(['big', 'kept'])
  await ann.post('/api/move', { items: [{ id: big }], to_id: kept })
  await trash(big)
  const team = await teamFolder(ann, 'Team')
  const { db } = holdall.services
  const space = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
  let moving: Promise<unknown> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions !== 3) return
    const from = [{ space: await homeOf(db, ann.userId), which: { ids: [kept] } }]
    moving = moveEntries(holdall.services, from, { space, toId: team, userId: ann.userId }, {})
  })
  // Before or after it has followed the folder.
  await expect(restoring(deps, [big])).rejects.toHaveProperty('code', expect.stringMatching(/^(busy|not-found)$/))
  await moving
  expect((await trashedRows()).filter((row) => row.trash_root_id === big)).toHaveLength(ITEMS + 1)
  expect((await ann.post('/api/trash/restore', { items: [{ id: big }] })).status).toBe(200)
  expect(await names(ann, kept)).toEqual(['big'])
})
