import type { Client } from '../../testing/client.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let id: string
let fileId: string
let visitor: Client
beforeAll(async () => {
  holdall = await testApp()
  await holdall.services.settings.set('shares.remote_uploads', true)
})
afterAll(() => holdall.close())
beforeEach(async () => {
  ;({ owner, editor, id } = await teamScene(holdall, { members_can_share: true }))
  ;({ id: fileId } = await file(owner, 'a.txt', 'text', { parent_id: id }))
  visitor = holdall.visitor()
})

const restrict = (
  userId: string,
  flags: Partial<Record<'download_restricted' | 'folder_restricted' | 'upload_restricted', 0 | 1>>,
) => holdall.services.db.updateTable('users').set(flags).where('id', '=', userId).execute()

const sendTo = (token: string, form: 'chunks/' | '', fields: object = {}) =>
  visitor.raw(
    `/api/sharing/upload/${form}${token}`,
    { name: 'b.txt', upload_id: 'u'.repeat(22), ...(form && { offset: 0, size: 1 }), ...fields },
    Buffer.from('b'),
  )
const startRemote = (token: string) =>
  visitor.post(`/api/sharing/upload/remote/${token}`, { urls: ['https://files.example/a'] })
const createFolder = (token: string, name: string) => visitor.post(`/api/sharing/create-folder/${token}`, { name })

test.each([
  { by: 'its creator', restricted: () => editor },
  { by: 'the owner', restricted: () => owner },
])('by a link of a member nothing is uploaded that $by may not upload', async ({ restricted }) => {
  const token = await shareLink(editor, id, { permission: 'editor' })
  const begun = await startRemote(token)
  expect(begun.status).toBe(201)
  await restrict(restricted().userId, { upload_restricted: 1, folder_restricted: 1 })
  const answers = [await sendTo(token, ''), await sendTo(token, 'chunks/'), await startRemote(token)]
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'upload-restricted'))
  expect((await createFolder(token, 'F')).body.code).toBe('create-folder-restricted')
  await holdall.services.jobs.runDue()
  const [{ attributes }] = (await visitor.get(`/api/sharing/upload/remote/${token}`)).body.data
  expect(attributes.files).toMatchObject([{ status: 'failed', reason: 'upload-restricted' }])

  await restrict(restricted().userId, { upload_restricted: 0 })
  expect((await sendTo(token, '', { path: '/new/b.txt' })).body.code).toBe('create-folder-restricted')
  await restrict(restricted().userId, { folder_restricted: 0 })
  expect([(await sendTo(token, '')).status, (await createFolder(token, 'F')).status]).toEqual([201, 201])
})

test.each([
  { by: 'its creator', restricted: () => editor },
  { by: 'the owner', restricted: () => owner },
])('a link of a member opens nothing while $by may not download', async ({ restricted }) => {
  const token = await shareLink(editor, id)
  const single = await shareLink(editor, fileId)
  const address: string = (await visitor.get(`/api/sharing/file/${single}`)).body.data.attributes.file_url
  const selection = { items: [{ id: await folder(owner, 'inside', id) }] }
  const prepared: string = (await visitor.post(`/api/sharing/zip/${token}`, selection)).body.data.attributes.url
  await restrict(restricted().userId, { download_restricted: 1 })
  const paths = [
    `/api/sharing/${token}`,
    `/api/sharing/folders/${id}/${token}`,
    `/api/sharing/file/${single}`,
    `/api/sharing/zip/${token}`,
    `/share/${single}/direct`,
    prepared,
    address,
  ]
  const codes = async () => Promise.all(paths.map(async (path) => (await visitor.get(path)).body?.code))
  expect(await codes()).toEqual(paths.map(() => 'owner-restricted'))
  expect((await visitor.post(`/api/sharing/zip/${token}`, selection)).body.code).toBe('owner-restricted')
  await restrict(restricted().userId, { download_restricted: 0 })
  expect((await codes()).filter(Boolean)).toEqual([])
})

test('links of the owner do not depend on what members may do', async () => {
  const token = await shareLink(owner, id, { permission: 'editor' })
  await restrict(editor.userId, { upload_restricted: 1, download_restricted: 1, folder_restricted: 1 })
  expect((await visitor.get(`/api/sharing/${token}`)).status).toBe(200)
  expect([(await sendTo(token, '')).status, (await createFolder(token, 'F')).status]).toEqual([201, 201])
})

test('links of a member whose account is to be deleted are closed until the account is kept', async () => {
  const tokens = [await shareLink(editor, id), await shareLink(owner, id)]
  const states = () => Promise.all(tokens.map(async (token) => (await visitor.get(`/api/sharing/${token}`)).status))
  expect((await editor.post('/api/user/deletion', { email: editor.email, team_folders: [] })).status).toBe(204)
  expect(await states()).toEqual([404, 200])
  expect((await editor.delete('/api/user/deletion', {})).status).toBe(204)
  expect(await states()).toEqual([200, 200])
})
