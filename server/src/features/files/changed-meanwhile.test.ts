import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { copyEntries } from './copy-entries.ts'
import { createFolder, moveEntries, removeEntries, renameEntry } from './file-service.ts'
import { homeOf } from '../../access/target.store.ts'
import type { Space } from '../entries/space.store.ts'

// Access was checked before: these calls are made as if the entries had been changed since.
let holdall: TestApp
let ann: SignedIn
let space: Space
let kept: string
let gone: { readonly trashed: string; readonly deleted: string; readonly foreign: string }

beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => {
  ann = await holdall.signUp()
  space = await homeOf(holdall.services.db, ann.userId)
  kept = await folder(ann, 'kept')
  const trashed = await folder(ann, 'trashed')
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  const deleted = await folder(ann, 'deleted')
  await ann.post('/api/remove', { items: [{ id: deleted, force_delete: true }] })
  const foreign = await folder(await holdall.signUp(), 'foreign')
  gone = { trashed, deleted, foreign }
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

const refused = { code: 'not-found' }
const target = (toId: string) => ({ space, toId, userId: ann.userId })

test('nothing is created in, moved into, listed in or found in an id that is not a live folder of the space', async () => {
  const { services } = holdall
  const { id } = await file(ann, 'a.txt')
  for (const to of [...Object.values(gone), id]) {
    await expect(createFolder(services, space, ann.userId, to, 'x', {})).rejects.toMatchObject(refused)
    await expect(moveEntries(services, [{ space, which: { ids: [kept] } }], target(to), {})).rejects.toMatchObject(
      refused,
    )
    await expect(copyEntries(services, [{ space, which: { ids: [kept] } }], target(to), {})).rejects.toMatchObject(
      refused,
    )
    expect((await ann.get(`/api/browse/folders/${to}`)).body).toMatchObject(refused)
    expect((await ann.get(`/api/browse/folders/${to}/position?prefix=k`)).body).toMatchObject(refused)
  }
  expect(await names(ann)).toEqual(['kept', 'a.txt'])
})

test('an id that is not a live entry of the space, or its root, is neither renamed nor moved, alone or with others', async () => {
  const { services } = holdall
  const to = await folder(ann, 'to')
  for (const id of [...Object.values(gone), space.root_id]) {
    await expect(renameEntry(services, space, id, 'x', {})).rejects.toMatchObject(refused)
    for (const ids of [[id], [kept, id]]) {
      await expect(moveEntries(services, [{ space, which: { ids } }], target(to), {})).rejects.toMatchObject(refused)
      await expect(copyEntries(services, [{ space, which: { ids } }], target(to), {})).rejects.toMatchObject(refused)
    }
  }
  expect([await names(ann), await names(ann, to)]).toEqual([['kept', 'to'], []])
})

test('an id that is not an entry of the space, or its root, is not removed, alone or with others', async () => {
  const { services } = holdall
  for (const id of [...Object.values(gone), space.root_id]) {
    for (const ids of [[id], [kept, id]]) {
      for (const state of ['live', 'any'] as const) {
        // What is in the trash already is deleted for good.
        if (id === gone.trashed && state === 'any') continue
        const removing = removeEntries(services, [{ space, which: { ids } }], {
          forced: () => true,
          state,
          userId: ann.userId,
        })
        await expect(removing).rejects.toMatchObject(refused)
      }
    }
  }
  expect(await names(ann)).toEqual(['kept'])
  expect((await ann.get('/api/browse/trash/all')).body.data).toHaveLength(1)
})
