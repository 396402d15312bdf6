import { homeOf, loadItemsFor, type Space, spacesFor } from '../../access/target.store.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { setMembers, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { addFavourites } from '../favourites/favourite-service.ts'
import { copyEntries } from '../files/copy-entries.ts'
import { removeEntries } from '../files/file-service.ts'
import { createShare, type NewShare } from '../share-links/share-link-service.ts'
import { restoreEntries } from '../trash/trash-service.ts'

/** What a member was allowed when the call began, and is not any more when its transaction runs. */

let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let viewer: SignedIn
let id: string
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ({ owner, editor, viewer, id } = await teamScene(holdall, { members_can_share: true })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const refused = { code: 'not-found' }

/** The team folder as the handlers of this member get it. */
async function spaceFor({ userId }: SignedIn): Promise<Space> {
  const { db } = holdall.services
  const [root] = await loadItemsFor(db, { kind: 'user', userId, role: 'user', sessionId: '' }, [id])
  return (await spacesFor(db, userId, [root!])).get(root!.space_id)!
}

test('a member deletes nothing for good that the owner has put into the trash meanwhile', async () => {
  const { id: fileId } = await file(owner, 'a.txt', 'text', { parent_id: id })
  const space = await spaceFor(editor)
  await owner.post('/api/remove', { items: [{ id: fileId }] })
  const removing = removeEntries(holdall.services, [{ space, which: { ids: [fileId] } }], {
    forced: () => false,
    userId: editor.userId,
  })
  await expect(removing).rejects.toMatchObject(refused)
  expect((await owner.get('/api/browse/trash/all')).body.data).toMatchObject([{ id: fileId }])
})

test('a member restores nothing that the owner has put into the trash meanwhile, again', async () => {
  const { id: fileId } = await file(editor, 'a.txt', 'text', { parent_id: id })
  await editor.post('/api/remove', { items: [{ id: fileId }] })
  const space = await spaceFor(editor)
  await owner.post('/api/trash/restore', { items: [{ id: fileId }] })
  await owner.post('/api/remove', { items: [{ id: fileId }] })
  const restoring = restoreEntries(holdall.services, [{ space, ids: [fileId] }], {
    toTop: false,
    userId: editor.userId,
  })
  await expect(restoring).rejects.toMatchObject(refused)
  expect(await names(owner, id)).toEqual([])
})

test('a former member copies nothing, and has no favorites there', async () => {
  const { services } = holdall
  const inside = await folder(owner, 'inside', id)
  const space = await spaceFor(viewer)
  const home = await homeOf(services.db, viewer.userId)
  const target = { space: home, toId: home.root_id, userId: viewer.userId }
  const copy = () => copyEntries(services, [{ space, which: { ids: [inside] } }], target, {})
  const favour = () => addFavourites(services, home, [inside], [{ space, ids: [inside] }])
  await copy()
  await setMembers(owner, id, [])
  await expect(copy()).rejects.toMatchObject(refused)
  await expect(favour()).rejects.toMatchObject(refused)
  expect(await names(viewer)).toEqual(['inside'])
})

test('a member makes no link once the folder does not allow it any more, and the one made before ends', async () => {
  const { services } = holdall
  const inside = await folder(owner, 'inside', id)
  const entry = await services.db.selectFrom('entries').selectAll().where('id', '=', inside).executeTakeFirstOrThrow()
  const link: NewShare = {
    name: null,
    password: null,
    permission: 'visitor',
    canDownload: true,
    end: {},
    creator: await spaceFor(editor),
    downloadLimit: null,
  }
  const share = () => createShare(services, entry, link, () => Promise.resolve())
  await share()
  const links = async () => (await owner.get(`/api/share/entry/${inside}`)).body.data
  expect(await links()).toHaveLength(1)
  await owner.patch(`/api/teams/folders/${id}`, { members_can_share: false })
  await expect(share()).rejects.toMatchObject(refused)
  expect(await links()).toEqual([])
})
