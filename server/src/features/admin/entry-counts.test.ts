import { deletionRequests } from '../../testing/account-deletion-requests.ts'
import { expectCountersToMatchRows, file, folder } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

/** Files, folders and trashed entries in the spaces of an account by their rows, which have to match the entries. */
async function counts({ userId } = ann): Promise<readonly number[]> {
  await expectCountersToMatchRows(holdall.services.db)
  const row = await holdall.services.db
    .selectFrom('spaces')
    .select(({ fn }) => [
      fn.sum<number>('file_count').as('files'),
      fn.sum<number>('folder_count').as('folders'),
      fn.sum<number>('trashed_count').as('trashed'),
    ])
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return [row.files, row.folders, row.trashed].map(Number)
}
const remove = (id: string, more: object = {}) => ann.post('/api/remove', { items: [{ id, ...more }] })
const restore = (id: string) => ann.post('/api/trash/restore', { items: [{ id }] })

test('entries are counted through uploads, copies, moves, the trash and deletion', async () => {
  const top = await folder(ann, 'top')
  const below = await folder(ann, 'below', top)
  await file(ann, 'a.txt', 'a', { parent_id: top })
  const { id } = await file(ann, 'b.txt', 'b', { parent_id: below, path: 'x/y/b.txt' })
  expect(await counts()).toEqual([2, 4, 0])

  await ann.post('/api/copy', { items: [{ id: top }], to_id: null })
  expect(await counts()).toEqual([4, 8, 0])
  await file(ann, 'a.txt', 'replaced', { parent_id: top, replace: 1 })
  expect(await counts()).toEqual([4, 8, 0])

  await remove(id)
  expect(await counts()).toEqual([3, 8, 1])
  await remove(top)
  expect(await counts()).toEqual([2, 4, 6])
  // A part of what is in the trash, then the rest.
  await restore(below)
  expect(await counts()).toEqual([2, 7, 3])
  await remove(below)
  await restore(top)
  expect(await counts()).toEqual([3, 5, 4])

  await remove(top, { force_delete: true })
  expect(await counts()).toEqual([2, 4, 4])
  await ann.delete('/api/trash/dump')
  expect(await counts()).toEqual([2, 4, 0])
})

test('a folder that becomes a team folder and back, and one that is given to a member, change the counts', async () => {
  const ben = await holdall.signUp()
  const team = await teamFolder(ann)
  await join(ann, team, ben)
  const inner = await folder(ann, 'inner', team)
  const { id } = await file(ann, 'a.txt', 'a', { parent_id: team })
  await file(ann, 'b.txt', 'b', { parent_id: inner })
  await remove(id)
  const own = await folder(ann, 'own')
  expect(await counts()).toEqual([1, 2, 1])
  await ann.post(`/api/move`, { items: [{ id: inner }], to_id: own })
  await ann.post(`/api/move`, { items: [{ id: inner }], to_id: team })
  expect(await counts()).toEqual([1, 2, 1])
  const { deleteAtOnce } = deletionRequests(() => holdall)
  await deleteAtOnce(ann, [{ id: team, to: ben.userId }])
  expect(await counts(ben)).toEqual([1, 1, 1])
})

test('a folder stops to be counted as one while it is a team folder', async () => {
  const id = await folder(ann, 'box')
  await file(ann, 'a.txt', 'a', { parent_id: id })
  expect((await ann.post(`/api/teams/folders/${id}/convert`, { invitations: [] })).status).toBeLessThan(300)
  expect(await counts()).toEqual([1, 0, 0])
  expect((await ann.delete(`/api/teams/folders/${id}`)).status).toBeLessThan(300)
  expect(await counts()).toEqual([1, 1, 0])
})
