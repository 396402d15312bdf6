import { homeOf } from '../../access/target.store.ts'
import { day, hour, minute } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, file, folder, put } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt } from '../../testing/watched-transactions.ts'
import type { Space } from '../entries/space.store.ts'
import { filesOfRemoteUpload } from '../remote-uploads/remote-upload.store.ts'
import { restoreEntries } from './trash-service.ts'
import { finishAllTrashing } from './trash-slices.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterEach(async () => {
  holdall.clock.advance(16 * minute)
  await finishAllTrashing(holdall.services)
  await expectCountersToMatchRows(holdall.services.db)
})
afterAll(() => holdall.close())

const seed = createEntrySeeds()
const PER_SLICE = 40

/** A large folder that was trashed as long ago as the trash keeps entries, but for ten minutes. */
async function trashLargeFolder(by: SignedIn, ownerId: string, parentId: string | null) {
  const old = await folder(by, 'old', parentId)
  const inside = nestedEntries(seed, old, { files: 150, folders: 40 })
  await seedEntries(holdall, ownerId, inside)
  expect((await by.post('/api/remove', { items: [{ id: old }] })).status).toBe(200)
  const days = await holdall.services.settings.get('trash.days')
  holdall.clock.advance(days * day - 10 * minute)
  return { old, inside }
}

/** Restores some of what is below a trashed folder, and fails. Returns a folder in it that is live, and a file in that one. */
async function restoreHalf(space: Space, old: string, inside: readonly SeededEntry[]) {
  const restoring = restoreEntries(killedAt(holdall, 8), [{ space, ids: [old] }], {
    toTop: false,
    userId: space.memberId ?? space.owner_id,
    perSlice: PER_SLICE,
  })
  await expect(restoring).rejects.toThrow('killed')
  const { db } = holdall.services
  const isLive = async (id: string) =>
    (await db.selectFrom('entries').select('trash_root_id').where('id', '=', id).executeTakeFirstOrThrow())
      .trash_root_id === null
  const live: SeededEntry[] = []
  for (const entry of inside) if (entry.name.startsWith('inner') && (await isLive(entry.id))) live.push(entry)
  const inner = live[0]!
  return { into: inner.id, fileIn: inside.find(({ parentId, kind }) => parentId === inner.id && kind === 'file')!.id }
}

/** Lets the restore end and the trash be emptied of what is overdue. */
async function purgeLater() {
  holdall.clock.advance(2 * hour)
  await holdall.services.jobs.runDue()
  await holdall.services.jobs.runDue()
}

const existing = async (ids: readonly string[]) =>
  (await holdall.services.db.selectFrom('entries').select('id').where('id', 'in', ids).execute()).length

test('a member cannot move entries of a team folder into a folder that is being restored', async () => {
  const { owner, editor, id: team } = await teamScene(holdall)
  const { id: plan } = await file(owner, 'plan.txt', 'the plan', { parent_id: team })
  const photos = await folder(owner, 'photos', team)
  const { id: photo } = await file(owner, 'a.txt', 'a photo', { parent_id: photos })
  const { old, inside } = await trashLargeFolder(editor, owner.userId, team)
  const { db } = holdall.services
  const space = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
  const { into } = await restoreHalf({ ...space, memberId: editor.userId }, old, inside)
  const moved = await editor.post('/api/move', { items: [{ id: plan }, { id: photos }], to_id: into })
  expect([moved.status, moved.body.code]).toEqual([404, 'not-found'])
  await purgeLater()
  expect(await existing([plan, photos, photo])).toBe(3)
})

test('nothing is put into a folder that is being restored', async () => {
  const ann = await holdall.signUp()
  const { id: kept } = await file(ann, 'kept.txt', 'kept')
  const { old, inside } = await trashLargeFolder(ann, ann.userId, null)
  const home = await homeOf(holdall.services.db, ann.userId)
  const { into, fileIn } = await restoreHalf(home, old, inside)
  const items = [{ id: kept }]
  const answers = [
    await put(ann, 'new.txt', 'new work', { parent_id: into }),
    await ann.post('/api/create-folder', { name: 'new', parent_id: into }),
    await ann.post('/api/move', { items, to_id: into }),
    await ann.post('/api/copy', { items, to_id: into }),
    await ann.post('/api/share', { id: into }),
    await ann.post('/api/share', { id: fileIn }),
    await ann.post('/api/file-request', { folder_id: into }),
    await ann.post(`/api/teams/folders/${into}/convert`, { invitations: [] }),
    await ann.patch(`/api/rename/${fileIn}`, { name: 'renamed' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not-found']))
  const remote = await ann.post('/api/upload/remote', { urls: ['https://files.test/a.txt'], parent_id: into })
  await holdall.services.jobs.runDue()
  const fetched = await filesOfRemoteUpload(holdall.services.db, remote.body.data.id)
  expect(fetched).toMatchObject([{ status: 'failed', reason: 'folder-missing' }])
})

test('the time in the trash begins again for what a failed restore has put back', async () => {
  const ann = await holdall.signUp()
  const { old, inside } = await trashLargeFolder(ann, ann.userId, null)
  const { services, clock } = holdall
  await restoreHalf(await homeOf(services.db, ann.userId), old, inside)
  await purgeLater()
  expect(await existing([old, ...inside.map(({ id }) => id)])).toBe(inside.length + 1)
  clock.advance(((await services.settings.get('trash.days')) - 1) * day)
  await services.jobs.runDue()
  expect(await existing([old])).toBe(1)
  clock.advance(2 * day)
  await services.jobs.runDue()
  expect(await existing([old, ...inside.map(({ id }) => id)])).toBe(0)
})
