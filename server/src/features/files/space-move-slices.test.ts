import { homeOf } from '../../access/target.store.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, file, folder, names, shareLink } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'
import type { Space } from '../entries/space.store.ts'
import { dissolveTeamFolder } from '../teams/team-service.ts'
import { finishAllMoves } from '../space-moves/follow-moved-entries.ts'
import { type BulkDeps, moveEntries } from './file-service.ts'
import type { Moved } from './move-entries.ts'

let holdall: TestApp
let ann: SignedIn
let ben: SignedIn
let [big, team] = ['', '']
let inside: readonly SeededEntry[] = []
const seed = createEntrySeeds()
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => {
  ann = await holdall.signUp()
  ben = await holdall.signUp()
  team = await teamFolder(ann, 'Team', { members_can_share: true })
  await join(ann, team, ben)
  big = await folder(ann, 'big')
  inside = nestedEntries(seed, big, { files: FILES, folders: FOLDERS })
  await seedEntries(holdall, ann.userId, inside)
})
afterEach(async () => {
  const { db } = holdall.services
  await expectCountersToMatchRows(db)
  expect(await db.selectFrom('unfinished_moves').selectAll().execute()).toEqual([])
  const apart = await db
    .selectFrom('entries')
    .innerJoin('entries as parent', 'parent.id', 'entries.parent_id')
    .select('entries.id')
    .whereRef('parent.space_id', '!=', 'entries.space_id')
    .execute()
  expect(apart).toEqual([])
})
afterAll(() => holdall.close())

/** More than 300 entries, which follow their folder in several transactions. */
const [FILES, FOLDERS] = [150, 40]
const ITEMS = FILES + 4 * FOLDERS
const PER_SLICE = 40

const spaceOfRoot = (rootId: string): Promise<Space> =>
  holdall.services.db.selectFrom('spaces').selectAll().where('root_id', '=', rootId).executeTakeFirstOrThrow()
const home = () => homeOf(holdall.services.db, ann.userId)
const moving = (deps: BulkDeps, from: Space, to: Space, id = big, userId = ann.userId) =>
  moveEntries(
    deps,
    [{ space: from, which: { ids: [id] } }],
    { space: to, toId: to.root_id, userId },
    {},
    {
      perSlice: PER_SLICE,
    },
  )
const states = () =>
  holdall.services.db
    .selectFrom('entries')
    .select(['id', 'parent_id', 'space_id', 'trash_root_id'])
    .where('owner_id', '=', ann.userId)
    .orderBy('id')
    .execute()
const foundBy = async (user: SignedIn) =>
  (await user.get(`/api/search?query=${encodeURIComponent('folder 7')}`)).body.data.length as number
const [firstFolder, secondFolder] = [0, 1].map(
  (at) => () => inside.filter(({ kind, parentId }) => kind === 'folder' && parentId === big)[at]!.id,
) as [() => string, () => string]

test('a large folder is moved to another space in transactions of few rows, between which others write', async () => {
  const [from, to] = [await home(), await spaceOfRoot(team)]
  const other = await holdall.signUp()
  let writes = 0
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions > 0) expect([await names(ann), await names(ben, team)]).toEqual([[], ['big']])
    expect((await other.post('/api/create-folder', { name: 'between', parent_id: null })).status).toBe(201)
    expect([(await foundBy(ann)) > 0, (await ann.get('/api/browse/latest')).status]).toEqual([true, 200])
    writes++
  })
  expect((await moving(deps, from, to)).ids).toEqual([big])
  expect([writes > ITEMS / PER_SLICE, await foundBy(ben)]).toEqual([true, 1])
  const rows = await countedRowsByTransaction(() => moving(holdall.services, to, from))
  // Beside the entries: the rows of the move, of both spaces and folders, and of the activities.
  expect([Math.max(...rows) <= PER_SLICE + 10, rows.length > ITEMS / PER_SLICE]).toEqual([true, true])
  expect(await foundBy(ben)).toBe(0)
})

test('what a kill leaves of a move is finished by the job, as one transaction would have written it', async () => {
  const [from, to] = [await home(), await spaceOfRoot(team)]
  await ann.post('/api/remove', { items: [{ id: firstFolder() }] })
  const before = await states()
  const whole = before.map((row) => ({
    ...row,
    ...((row.id === big || inside.some(({ id }) => id === row.id)) && { space_id: to.id }),
    ...(row.id === big && { parent_id: team }),
  }))
  for (let transaction = 1; ; transaction++) {
    const isKilled = await moving(killedAt(holdall, transaction), from, to).then(
      () => false,
      () => true,
    )
    await finishAllMoves(holdall.services)
    expect(await states()).toEqual(whole)
    await moving(holdall.services, to, from)
    expect(await states()).toEqual(before)
    if (!isKilled) break
  }
})

test('what a kill leaves is finished before it is copied, moved, trashed, restored or dissolved', async () => {
  const [from, to] = [await home(), await spaceOfRoot(team)]
  const items = [{ id: big }]
  const kill = async (at = 3) => expect(moving(killedAt(holdall, at), from, to)).rejects.toThrow('killed')
  await kill()
  const { body } = await ann.post('/api/copy', { items, to_id: null })
  const totals = { folders: FOLDERS, files: FILES, filesize: FILES }
  expect((await ann.get(`/api/browse/folders/${body.ids[0]}?per_page=1`)).body.meta.totals).toEqual(totals)
  await ann.post('/api/remove', { items: [{ id: body.ids[0], force_delete: true }] })
  await moving(holdall.services, to, from)

  // Nothing has followed, so that the call is allowed by the earlier space.
  await kill(1)
  const back = { items: [{ id: secondFolder() }], to_id: null }
  expect((await ann.post('/api/move', back)).body.code).toBe('busy')
  expect((await ann.post('/api/move', back)).status).toBe(200)
  expect((await ann.post('/api/move', { items: [{ id: secondFolder() }], to_id: big })).status).toBe(200)
  await moving(holdall.services, to, from)

  await kill()
  expect((await ann.post('/api/remove', { items })).status).toBe(200)
  expect((await ann.post('/api/trash/restore', { items })).status).toBe(200)
  await moving(holdall.services, to, from)

  await kill()
  expect((await ann.delete(`/api/teams/folders/${team}`)).status).toBe(200)
  expect(await names(ann, team)).toEqual(['big'])
  expect((await states()).every((row) => row.space_id === from.id)).toBe(true)
})

test('what is in the trash below it, trashed or added meanwhile belongs to the new space', async () => {
  const [from, to] = [await home(), await spaceOfRoot(team)]
  const inner = inside.find(({ kind, parentId }) => kind === 'folder' && parentId === secondFolder())!.id
  await ann.post('/api/remove', { items: [{ id: firstFolder() }] })
  await expect(moving(killedAt(holdall, 1), from, to)).rejects.toThrow('killed')
  const added = await file(ann, 'added', 'x', { parent_id: inner })
  expect((await ann.post('/api/remove', { items: [{ id: secondFolder() }] })).body.code).toBe('busy')
  expect((await ann.post('/api/remove', { items: [{ id: secondFolder() }] })).status).toBe(200)
  const row = (await states()).find(({ id }) => id === added.id)
  expect(row).toMatchObject({ space_id: to.id, trash_root_id: secondFolder() })
  expect((await ann.post('/api/trash/restore', { items: [{ id: firstFolder() }] })).status).toBe(200)
  expect((await ann.get(`/api/browse/folders/${firstFolder()}`)).status).toBe(200)
})

test('all entries of a folder are moved in transactions of few rows, within a space and to another one', async () => {
  const from = await home()
  const kept = await folder(ann, 'kept')
  await folder(ann, 'folder 3', kept)
  await file(ann, 'plan 5', 'other', { parent_id: kept })
  const all = { parentId: big, except: new Set([firstFolder()]) }
  const move = (deps: BulkDeps, to: Space, toId: string, conflicts = {}) =>
    moveEntries(deps, [{ space: from, which: all }], { space: to, toId, userId: ann.userId }, conflicts, {
      perSlice: PER_SLICE,
    })
  let transactions = 0
  const deps = watchedTransactions(holdall, async () => void transactions++)
  await expect(move(deps, from, kept, { on_conflict: 'ask' })).rejects.toMatchObject({ code: 'name-conflict' })
  await expect(move(deps, from, secondFolder())).rejects.toMatchObject({ code: 'move-into-itself' })
  expect(transactions).toBe(0)
  let moved: Moved | undefined
  const rows = await countedRowsByTransaction(async () => {
    moved = await move(holdall.services, from, kept, { on_conflict: 'skip' })
  })
  expect([moved?.ids.length, moved?.skipped, moved?.renamed]).toEqual([FILES + FOLDERS - 3, 2, []])
  // Few entries have an activity each.
  expect([Math.max(...rows) <= 2 * PER_SLICE, rows.length > (2 * FILES) / PER_SLICE]).toEqual([true, true])
  expect((await names(ann, big)).toSorted()).toEqual(['folder 0', 'folder 3', 'plan 5'])

  await moveEntries(
    holdall.services,
    [{ space: from, which: { parentId: kept, except: new Set() } }],
    { space: await spaceOfRoot(team), toId: team, userId: ann.userId },
    {},
    { perSlice: PER_SLICE },
  )
  const { body } = await ben.get(`/api/browse/folders/${team}?per_page=1`)
  expect([await names(ann, kept), body.meta.totals.files + body.meta.totals.folders]).toEqual([[], FILES + FOLDERS - 1])
})

test('entries that are moved or deleted after a move of all has begun are left out of it', async () => {
  const from = await home()
  const kept = await folder(ann, 'kept')
  const { db } = holdall.services
  const files = inside.filter(({ kind, parentId }) => kind === 'file' && parentId === big)
  let removing: Promise<unknown> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions === 1) removing = ann.post('/api/remove', { items: files.slice(-3).map(({ id }) => ({ id })) })
  })
  const part = { space: from, which: { parentId: big, except: new Set<string>() } }
  const { ids } = await moveEntries(
    deps,
    [part],
    { space: from, toId: kept, userId: ann.userId },
    {},
    {
      perSlice: PER_SLICE,
    },
  )
  await removing
  const { children_count: count } = await db
    .selectFrom('entries')
    .select('children_count')
    .where('id', '=', kept)
    .executeTakeFirstOrThrow()
  expect([ids.length >= FILES + FOLDERS - 3, count]).toEqual([true, FILES + FOLDERS - 3])
})

test('links of members end with the entries that leave their team folder', async () => {
  const [from, to] = [await home(), await spaceOfRoot(team)]
  await moving(holdall.services, from, to)
  const deep = inside.find(({ kind, parentId }) => kind === 'folder' && parentId === firstFolder())!.id
  for (const id of [big, deep]) await shareLink(ben, id)
  await shareLink(ann, deep)
  await moving(holdall.services, to, from)
  const { db } = holdall.services
  const links = await db
    .selectFrom('shares')
    .select(['entry_id', 'creator_id'])
    .where('owner_id', '=', ann.userId)
    .execute()
  expect(links).toEqual([{ entry_id: deep, creator_id: null }])
})

test('a member who loses the right to edit meanwhile has moved what was shown, and all that is below it', async () => {
  const second = await teamFolder(ann, 'Second')
  await join(ann, second, ben)
  const [from, to] = [await spaceOfRoot(team), await spaceOfRoot(second)]
  await moving(holdall.services, await home(), from)
  const { db } = holdall.services
  const members = [from, to].map((space) => ({ ...space, memberId: ben.userId })) as [Space, Space]
  const set = (permission: 'can_view' | 'can_edit') =>
    db.updateTable('team_members').set({ permission }).where('user_id', '=', ben.userId).execute()
  const losing = (at: number) =>
    watchedTransactions(holdall, async (transactions) => void (transactions === at && (await set('can_view'))))
  await expect(moving(losing(0), ...members, big, ben.userId)).rejects.toMatchObject({ code: 'not-found' })
  expect(await names(ann, team)).toEqual(['big'])
  await set('can_edit')
  expect((await moving(losing(2), ...members, big, ben.userId)).ids).toEqual([big])
  expect(await names(ann, second)).toEqual(['big'])
})

test('a large folder becomes a team folder in the same way', async () => {
  const rows = await countedRowsByTransaction(async () => {
    const { status } = await ann.post(`/api/teams/folders/${big}/convert`, { invitations: [] })
    expect(status).toBeLessThan(300)
  })
  const { id } = await spaceOfRoot(big)
  expect((await states()).filter((row) => row.space_id === id)).toHaveLength(ITEMS + 1)
  expect([rows.length > 2, await foundBy(ann)]).toEqual([true, 1])
})

test('a large team folder is dissolved in the same way, and what a kill leaves is finished by the job', async () => {
  const { db } = holdall.services
  const from = await home()
  await moving(holdall.services, from, await spaceOfRoot(team))
  await ann.post('/api/remove', { items: [{ id: firstFolder() }] })
  const whole = (await states()).map((row) => ({ ...row, space_id: from.id }))
  const rows = await countedRowsByTransaction(async () => {
    const space = await spaceOfRoot(team)
    const killed = killedAt(holdall, 2)
    await expect(dissolveTeamFolder(killed, { home: from, space })).rejects.toThrow('killed')
    expect([await names(ann), (await ann.get('/api/teams/folders/all')).body.data]).toEqual([[`Team`], []])
    for (const id of [team, big, secondFolder()]) expect((await ben.get(`/api/browse/folders/${id}`)).status).toBe(404)
    expect((await ann.get('/api/browse/latest')).body.meta.totals.files).toBeGreaterThan(FILES)
    await finishAllMoves(holdall.services)
  })
  expect(rows.length).toBeGreaterThan(2)
  expect((await states()).map((row) => (row.id === team ? { ...row, parent_id: null } : row))).toEqual(whole)
  expect(await db.selectFrom('spaces').select('id').where('owner_id', '=', ann.userId).execute()).toEqual([
    { id: from.id },
  ])
  expect((await ann.post('/api/trash/restore', { items: [{ id: firstFolder() }] })).status).toBe(200)
})
