import { randomBytes } from 'node:crypto'
import { listen, pausedConnection, rawConnection } from '../../testing/raw-http.ts'
import { expectCountersToMatchRows, file, folder, names, put, uploadId } from '../../testing/file-requests.ts'
import { setMembers, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { moveEntries, renameEntry } from '../files/file-service.ts'
import { loadItemsFor, type Space, spacesFor } from '../../access/target.store.ts'

let holdall: TestApp
let port: number
let owner: SignedIn
let editor: SignedIn
let viewer: SignedIn
let id: string
beforeAll(async () => {
  holdall = await testApp()
  port = await listen(holdall.app)
})
afterAll(() => holdall.close())
beforeEach(async () => void ({ owner, editor, viewer, id } = await teamScene(holdall)))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const large = randomBytes(24 * 1024 * 1024)
const cookieOf = ({ cookies }: SignedIn) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const get = (client: SignedIn, path: string) =>
  pausedConnection(port, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookieOf(client)}\r\n\r\n`)
const removeAll = () => setMembers(owner, id, [])

test('a former member sees, finds, downloads and changes nothing, by whatever was known before', async () => {
  const inside = await folder(owner, 'inside', id)
  const { id: fileId, attributes } = await file(editor, 'report.txt', 'text', { parent_id: inside })
  const prepared = (await editor.post('/api/zip', { items: [{ id: inside }] })).body.data.attributes.url
  expect((await editor.get(attributes.file_url)).status).toBe(200)
  await removeAll()
  const answers = [
    await editor.get(`/api/browse/folders/${id}`),
    await editor.get(`/api/teams/shared-with-me/${inside}`),
    await editor.get(`/api/teams/folders/${id}/tree`),
    await editor.get(`/api/browse/navigation?parent_id=${inside}`),
    await editor.get(`/api/browse/folders/${inside}/position?prefix=r`),
    await editor.get(`/api/browse/search?query=report&parent_id=${id}`),
    await editor.get(attributes.file_url),
    await editor.get(`/api/zip?items=${inside}`),
    await editor.get(prepared),
    await editor.patch(`/api/rename/${fileId}`, { name: 'x' }),
    await editor.post('/api/remove', { items: [{ id: fileId }] }),
    await editor.post('/api/copy', { items: [{ id: fileId }], to_id: null }),
    await put(editor, 'x.txt', 'text', { parent_id: id }),
  ]
  expect(answers.map(({ body }) => body?.code)).toEqual(answers.map(() => 'not-found'))
  expect((await editor.get('/api/browse/search?query=report')).body.data).toEqual([])
  expect((await editor.get('/api/search?query=report')).body.data).toEqual([])
  expect(await names(owner, inside)).toEqual(['report.txt'])
})

test.each(['download', 'zip'] as const)('a %s under way is cut off, and one of the owner is not', async (kind) => {
  const { id: fileId, attributes } = await file(owner, 'large.bin', large, { parent_id: id })
  await file(owner, 'small.txt', 'text', { parent_id: id })
  const [mine] = (await viewer.get(`/api/browse/folders/${id}?sort=size`)).body.data
  expect(mine.id).toBe(fileId)
  const path = kind === 'zip' ? `/api/zip?items=${id}` : mine.attributes.file_url
  const running = await get(viewer, path)
  const own = await get(owner, kind === 'zip' ? path : attributes.file_url)
  await removeAll()
  await until(() => holdall.services.memberTransfers.memberships.every(({ userId }) => userId !== viewer.userId))
  running.socket.resume()
  await running.closed
  expect(running.received().length).toBeLessThan(large.length)
  own.socket.resume()
  await until(() => own.received().length > large.length)
  own.socket.destroy()
})

test('an upload under way ends: its quota is free at once, and its next chunk is refused', async () => {
  const upload = { upload_id: uploadId(), size: 8, parent_id: id }
  expect((await put(editor, 'a.txt', '1234', { ...upload, offset: 0 })).status).toBe(200)
  const reserved = async () =>
    (
      await holdall.services.db
        .selectFrom('users')
        .select('reserved_bytes')
        .where('id', '=', owner.userId)
        .executeTakeFirstOrThrow()
    ).reserved_bytes
  expect(await reserved()).toBe(4)
  await removeAll()
  expect(await reserved()).toBe(0)
  expect((await put(editor, 'a.txt', '5678', { ...upload, offset: 4 })).body.code).toBe('not-found')
  expect((await editor.get(`/api/upload/${upload.upload_id}`)).body.code).toBe('not-found')
  expect(await names(owner, id)).toEqual([])
})

test('a chunk that is being received when the membership ends stores nothing', async () => {
  const query = new URLSearchParams({
    name: 'a.txt',
    upload_id: uploadId(),
    offset: '0',
    size: '8',
    parent_id: id,
  })
  const head = [
    `POST /api/upload/chunks?${query.toString()} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `cookie: ${cookieOf(editor)}`,
    'content-type: application/octet-stream',
    'content-length: 8',
    'connection: close',
  ]
  const connection = rawConnection(port, `${head.join('\r\n')}\r\n\r\n1234`)
  const started = () =>
    holdall.services.db.selectFrom('uploads').select('upload_id').where('name', '=', 'a.txt').executeTakeFirst()
  await until(async () => (await started()) !== undefined)
  await removeAll()
  connection.socket.write('5678')
  await connection.closed
  expect(connection.received()).toContain('not-found')
  expect(await names(owner, id)).toEqual([])
})

test('a change that was allowed before it is refused in its transaction', async () => {
  const { services } = holdall
  const [from, to] = [await folder(owner, 'from', id), await folder(owner, 'to', id)]
  const actor = { kind: 'user', userId: editor.userId, role: 'user', sessionId: '' } as const
  const [item] = await loadItemsFor(services.db, actor, [from])
  const space: Space = (await spacesFor(services.db, editor.userId, [item!])).get(item!.space_id)!
  await removeAll()
  await expect(renameEntry(services, space, from, 'x', {})).rejects.toMatchObject({ code: 'not-found' })
  await expect(
    moveEntries(services, [{ space, which: { ids: [from] } }], { space, toId: to, userId: editor.userId }, {}),
  ).rejects.toMatchObject({ code: 'not-found' })
  await owner.delete(`/api/teams/folders/${id}`)
  await expect(renameEntry(services, space, from, 'x', {})).rejects.toMatchObject({ code: 'not-found' })
  expect(await names(owner, id)).toEqual(['from', 'to'])
})
