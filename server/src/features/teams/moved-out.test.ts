import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { file, folder, names, put, shareLink, uploadId } from '../../testing/file-requests.ts'
import { join, setMembers, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

/** What a member is told of entries that have left the team folder, by calls that name them from before. */

let server: FileServer
let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let id: string
beforeAll(async () => {
  server = await fileServer({ '/a.txt': bytesOf('some bytes') })
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
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

describe('remote uploads', () => {
  const namesOf = async (client: SignedIn) =>
    (await client.get('/api/upload/remote')).body.data.map(
      (one: { attributes: { folder_name: string | null } }) => one.attributes.folder_name,
    )
  const begin = async (parentId: string) => {
    const { status } = await editor.post('/api/upload/remote', {
      urls: [`${server.origin}/a.txt`],
      parent_id: parentId,
    })
    expect(status).toBe(201)
    await holdall.services.jobs.runDue()
  }

  test('name a folder only for as long as the member sees it', async () => {
    const inside = await folder(owner, 'inside', id)
    await begin(inside)
    await begin(id)
    expect(await namesOf(editor)).toEqual(['Team', 'inside'])
    await owner.post('/api/move', { items: [{ id: inside }], to_id: null })
    await owner.patch(`/api/rename/${inside}`, { name: 'Salaries' })
    expect(await namesOf(editor)).toEqual(['Team', null])
    await setMembers(owner, id, [])
    expect(await namesOf(editor)).toEqual([null, null])
  })

  test('name the folder that they were started for, also in the trash, and none for the top', async () => {
    const own = await folder(editor, 'Downloads')
    const started = async (parentId: string | null) =>
      (await editor.post('/api/upload/remote', { urls: [`${server.origin}/a.txt`], parent_id: parentId })).body.data
        .attributes.folder_name
    expect([await started(own), await started(null)]).toEqual(['Downloads', null])
    await holdall.services.jobs.runDue()
    await editor.post('/api/remove', { items: [{ id: own }] })
    expect(await namesOf(editor)).toEqual([null, 'Downloads'])
  })
})

describe('remote uploads that wait', () => {
  const begin = (client: SignedIn, parentId: string) =>
    client.post('/api/upload/remote', { urls: [`${server.origin}/a.txt`], parent_id: parentId })
  const statesOf = async (client: SignedIn) =>
    (await client.get('/api/upload/remote')).body.data.flatMap(
      (one: { attributes: { files: { status: string; reason: string | null }[] } }) =>
        one.attributes.files.map(({ status, reason }) => reason ?? status),
    )
  const run = () => holdall.services.jobs.runDue()

  test('go on in a folder of their user that becomes a team folder, and out of it', async () => {
    const box = await folder(owner, 'box')
    await begin(owner, box)
    await owner.post(`/api/teams/folders/${box}/convert`, { invitations: [] })
    await run()
    expect([await names(owner, box), await statesOf(owner)]).toEqual([['a.txt'], ['done']])
    await begin(owner, box)
    await owner.delete(`/api/teams/folders/${box}`)
    await run()
    expect([(await names(owner, box)).toSorted(), await statesOf(owner)]).toEqual([
      ['a (2).txt', 'a.txt'],
      ['done', 'done'],
    ])
  })

  test('of a former member fetch nothing', async () => {
    await begin(editor, id)
    await setMembers(owner, id, [])
    const before = server.requests.length
    await run()
    expect(await statesOf(editor)).toEqual(['folder-missing'])
    expect(server.requests).toHaveLength(before)
    expect(await names(owner, id)).toEqual([])
  })

  test('do not keep a team folder from being dissolved where their folder was deleted', async () => {
    const inside = await folder(owner, 'inside', id)
    await begin(editor, inside)
    await run()
    await begin(editor, inside)
    await owner.post('/api/remove', { items: [{ id: inside, force_delete: true }] })
    expect((await owner.delete(`/api/teams/folders/${id}`)).status).toBe(200)
    await run()
    expect(await statesOf(editor)).toEqual(['folder-missing', 'done'])
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
  // The own upload is still told, and leads nowhere.
  const own = (await editor.get('/api/activity')).body.data.filter(
    (one: { attributes: { item: { id: string } | null } }) => one.attributes.item?.id === fileId,
  )
  expect(own).toMatchObject([{ attributes: { kind: 'uploaded', item: { name: 'report.txt', opens: null } } }])
  await owner.post('/api/move', { items: [{ id: fileId }], to_id: inside })
  const { raw } = await editor.get(`/api/activity/${fileId}`)
  expect(raw.payload).toContain('moved')
  expect(raw.payload).not.toContain('Secret')
  expect(raw.payload).not.toContain('link-created')
})
