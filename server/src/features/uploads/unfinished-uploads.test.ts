import { day, minute } from '../../infrastructure/clock.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import type { Client } from '../../testing/client.ts'
import {
  expectCountersToMatchRows,
  file,
  folder,
  names,
  put,
  shareLink,
  uploadId,
} from '../../testing/file-requests.ts'
import { newUploadId, sendTo, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { endAllUploads } from './unfinished-upload-service.ts'
import { createUploads } from './upload-service.ts'
import { expireUploads } from './upload-jobs.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: 10_000_000 })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const url = '/api/user/unfinished-uploads'
const list = async (client: Client, query = '') => (await client.get(`${url}${query}`)).body
const reserved = async (client: Client) =>
  (await client.get('/api/user/storage')).body.data.attributes.reserved as number

interface Sent {
  readonly client?: Client
  readonly to?: string
  readonly id?: string
  readonly offset?: number
  readonly size?: number
  readonly fields?: Readonly<Record<string, string | number>>
}
/** One byte of a file of 1000. */
const begin = ({
  client = ann,
  to = '/api/upload/chunks',
  id = newUploadId(),
  offset = 0,
  size = 1000,
  fields,
}: Sent) => client.raw(to, { name: 'a.txt', upload_id: id, offset, size, ...fields }, Buffer.from('x'))

test('finds nothing of other accounts, and ends nothing of them', async () => {
  await begin({})
  const [{ id }] = (await list(ann)).data
  const ben = await holdall.signUp()
  expect((await list(ben)).data).toEqual([])
  const refused = await ben.delete(`${url}/${id}`)
  expect([refused.status, refused.body.code]).toEqual([404, 'not-found'])
  expect((await ben.delete(url)).status).toBe(204)
  expect((await list(ann)).data).toHaveLength(1)
})

test('names the last folders of a very long path', async () => {
  const folders = Array.from({ length: 20 }, (_, n) => `${String(n).padStart(2, '0')}${'x'.repeat(100)}`)
  await begin({ fields: { path: `${folders.join('/')}/a.txt` } })
  const [{ attributes }] = (await list(ann)).data
  expect(attributes.path).toBe(`…/${folders.slice(-9).join('/')}`)
})

test('names what holds reserved storage, who sends it and where to, the newest first', async () => {
  const inner = await folder(ann, 'inner')
  await begin({ fields: { parent_id: inner, path: '/x/a.txt' } })
  const shared = await folder(ann, 'shared')
  const token = await shareLink(ann, shared, { permission: 'editor' })
  await begin({ client: holdall.visitor(), to: `/api/sharing/upload/chunks/${token}` })
  const request = await uploadRequest(ann)
  await sendTo(holdall.visitor(), request.token, 'b.txt', 'x', { size: 1000 })
  const team = await teamFolder(ann)
  const ben = await holdall.signUp({ name: 'Ben' })
  await join(ann, team, ben)
  await begin({ client: ben, fields: { parent_id: team } })
  await begin({})

  const { data, meta } = await list(ann)
  expect(meta.paginate).toMatchObject({ total: 5, currentPage: 1 })
  const shown = data.map(({ attributes }: { attributes: object }) => attributes)
  expect(shown.map(({ uploader }: { uploader: { kind: string } }) => uploader.kind)).toEqual([
    'self',
    'member',
    'upload-request',
    'link',
    'self',
  ])
  expect(shown[0]).toMatchObject({ name: 'a.txt', filesize: 1000, received: 1, reserved: 1000, folder: { name: null } })
  expect(shown[1]).toMatchObject({ reserved: 1, uploader: { name: 'Ben' } })
  expect(shown[3]).toMatchObject({ reserved: 1, folder: { name: 'shared' }, uploader: { name: 'shared' } })
  expect(shown[4]).toMatchObject({ path: 'x', folder: { name: 'inner' }, uploader: { name: null } })
  expect(await reserved(ann)).toBe(2003)
  expect(JSON.stringify(data)).not.toMatch(/blob|actor|upload_id/)
  expect((await list(ben)).data).toEqual([])
  const second = await list(ann, '?per_page=2&page=2')
  expect(second.data.map(({ id }: { id: string }) => id)).toEqual(data.slice(2, 4).map(({ id }: { id: string }) => id))
})

test('shows no folder where the target is in the trash or deleted', async () => {
  const id = await folder(ann, 'inner')
  await begin({ fields: { parent_id: id } })
  await ann.post('/api/remove', { items: [{ id }] })
  expect((await list(ann)).data[0].attributes.folder).toBeNull()
  await ann.post('/api/remove', { items: [{ id, force_delete: true }] })
  expect((await list(ann)).data[0].attributes.folder).toBeNull()
})

test('ending an upload frees its quota at once, and its uploader learns of it', async () => {
  const id = newUploadId()
  const token = await shareLink(ann, await folder(ann, 'shared'), { permission: 'editor' })
  const visitor = holdall.visitor()
  const to = `/api/sharing/upload/chunks/${token}`
  await begin({ client: visitor, to, id })
  await begin({})
  const kept = await ann.get('/api/user/storage')
  const [, { id: named }] = (await list(ann)).data
  expect((await ann.delete(`${url}/${named}`)).status).toBe(204)
  expect(await reserved(ann)).toBe(kept.body.data.attributes.reserved - 1)
  expect((await list(ann)).data).toHaveLength(1)
  for (const offset of [1, 0]) {
    const refused = await begin({ client: visitor, to, id, offset })
    expect([refused.status, refused.body.code]).toEqual([410, 'upload-ended'])
  }
  expect((await ann.delete(`${url}/${named}`)).body.code).toBe('not-found')
  expect((await begin({ client: visitor, to })).status).toBe(200)
  expect(await names(ann)).toEqual(['shared'])
})

test('ends all in several transactions; later uploads stay', async () => {
  const ids = Array.from({ length: 5 }, () => newUploadId())
  for (const id of ids) await begin({ id })
  await endAllUploads(holdall.services, ann.userId, 2)
  expect([await reserved(ann), (await list(ann)).data]).toEqual([0, []])
  for (const id of ids) expect((await begin({ id, offset: 1 })).body.code).toBe('upload-ended')
  expect((await begin({})).status).toBe(200)
  expect((await ann.delete(url)).status).toBe(204)
  expect(await reserved(ann)).toBe(0)
  expect((await ann.delete(url)).status).toBe(204)
})

test('a chunk without an offset is refused once, and the next one begins the file again', async () => {
  const bare = (text: string, last: '0' | '1') =>
    ann.form('/api/upload/chunks', [['name', 'a.txt'], ['is_last_chunk', last], ['chunk', Buffer.from(text)]]) // oxfmt-ignore
  await bare('ab', '0')
  await ann.delete(url)
  expect((await bare('c', '1')).body.code).toBe('upload-ended')
  expect((await bare('abc', '1')).body.data.attributes.filesize).toBe(3)
})

test.each(['this process', 'another process'])('stops what %s is receiving', async (where) => {
  const { services } = holdall
  const uploads = where === 'this process' ? services.uploads : createUploads(services, openBlobs(services.config))
  const sent = receiveChunk(uploads, {
    db: services.db,
    userId: ann.userId,
    fields: { upload_id: uploadId(), offset: 0, size: 3_000_000 },
    batches: (async function* () {
      yield Buffer.alloc(1_000_000, 1)
      await ann.delete(url)
      yield Buffer.alloc(2_000_000, 1)
    })(),
  })
  await expect(sent).rejects.toMatchObject({ code: 'upload-ended' })
  expect([await reserved(ann), await names(ann)]).toEqual([0, []])
  await services.jobs.runDue()
  expect((await put(ann, 'a.txt')).status).toBe(201)
})

test('the bytes of an ended upload are deleted, and its key a day later', async () => {
  await file(ann, 'kept.txt')
  await begin({})
  const { db } = holdall.services
  const { blob_id: blobId } = await db
    .selectFrom('uploads')
    .select('blob_id')
    .where('owner_id', '=', ann.userId)
    .where('status', '=', 'receiving')
    .executeTakeFirstOrThrow()
  await ann.delete(url)
  expect(await holdall.services.blobs.survived(blobId, 1, 1000)).toBe(false)
  const keys = () => db.selectFrom('ended_uploads').select('upload_id').where('owner_id', '=', ann.userId).execute()
  holdall.clock.advance(day - minute)
  await expireUploads(holdall.services)
  expect(await keys()).toHaveLength(1)
  holdall.clock.advance(2 * minute)
  await expireUploads(holdall.services)
  expect(await keys()).toEqual([])
})
