import { file, folder, put, shareLink, uploadId } from '../../testing/file-requests.ts'
import { join, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

/** What a member is told of entries that have left the team folder, by calls that name them from before. */

let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let id: string
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ({ owner, editor, id } = await teamScene(holdall)))

describe('the last chunk of a finished upload, sent again', () => {
  const again = { upload_id: uploadId(), offset: 0, size: 4 }
  const send = (parentId = id) => put(editor, 'report.txt', 'text', { ...again, parent_id: parentId })

  test('does not tell a member of a file that its owner has moved to the own files', async () => {
    const { id: fileId } = (await send()).body.data
    await owner.post('/api/move', { items: [{ id: fileId }], to_id: null })
    await owner.patch(`/api/rename/${fileId}`, { name: 'Salaries.txt' })
    const token = await shareLink(owner, fileId)
    const { body, raw } = await send()
    expect(body.code).toBe('not-found')
    expect(raw.payload).not.toContain('Salaries')
    expect(raw.payload).not.toContain(token)
  })

  test('does not tell a member of a file in a team folder of which that one is no member, or in the trash', async () => {
    const { id: fileId } = (await send()).body.data
    const second = await teamFolder(owner, 'Second')
    await owner.post('/api/move', { items: [{ id: fileId }], to_id: second })
    expect((await send()).body.code).toBe('not-found')
    await join(owner, second, editor, 'can_view')
    expect((await send()).body.data).toMatchObject({ id: fileId, attributes: { parent_id: second } })
    await owner.post('/api/remove', { items: [{ id: fileId }] })
    expect((await send()).body.code).toBe('not-found')
  })

  test('is acknowledged to the owner wherever the file is', async () => {
    const own = { upload_id: uploadId(), offset: 0, size: 4, parent_id: id }
    const { id: fileId } = (await put(owner, 'a.txt', 'text', own)).body.data
    await owner.post('/api/move', { items: [{ id: fileId }], to_id: null })
    await owner.post('/api/remove', { items: [{ id: fileId }] })
    expect((await put(owner, 'a.txt', 'text', own)).body.data).toMatchObject({ id: fileId })
  })
})

test('the activity of a folder names no folder outside of it that an entry has gone to or come from', async () => {
  const inside = await folder(owner, 'inside', id)
  const { id: fileId } = await file(editor, 'report.txt', 'text', { parent_id: inside })
  const secret = await folder(owner, 'Secret')
  await owner.post('/api/move', { items: [{ id: fileId }], to_id: secret })
  await owner.patch(`/api/rename/${fileId}`, { name: 'Salaries.txt' })
  await shareLink(owner, fileId)
  for (const path of [`/api/activity/${inside}`, '/api/activity']) {
    const { status, raw } = await editor.get(path)
    expect(status).toBe(200)
    expect(raw.payload).not.toContain('Secret')
    expect(raw.payload).not.toContain('Salaries')
  }
  expect((await editor.get(`/api/activity/${fileId}`)).body.code).toBe('not-found')
  await owner.post('/api/move', { items: [{ id: fileId }], to_id: inside })
  const { raw } = await editor.get(`/api/activity/${fileId}`)
  expect(raw.payload).toContain('moved')
  expect(raw.payload).not.toContain('Secret')
  expect(raw.payload).not.toContain('link-created')
})
