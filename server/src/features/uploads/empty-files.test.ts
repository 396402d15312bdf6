import {
  expectCountersToMatchRows,
  file,
  folder,
  names,
  put,
  shareLink,
  uploadId,
} from '../../testing/file-requests.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { readZip } from '../../testing/read-zip.ts'
import { newUploadId, requestedNames, sendTo, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let server: FileServer
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  server = await fileServer({ '/remote.txt': bytesOf('') })
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
  await holdall.services.settings.set('upload.allow_empty', true)
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
beforeEach(async () => void (ann = await holdall.signUp({ quota: 100_000 })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const nothing = Buffer.alloc(0)
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test('an operator’s setting accepts empty files in each form, and the page knows', async () => {
  expect((await holdall.visitor().get('/api/config')).body.allowEmptyFiles).toBe(true)
  const id = uploadId()
  const chunk = () =>
    ann.raw(
      '/api/upload/chunks',
      { name: 'chunk.txt', upload_id: id, offset: 0, size: 0, is_last_chunk: 1, checksum: EMPTY_SHA256 },
      nothing,
    )
  const first = await chunk()
  expect([first.status, first.body.data.attributes]).toMatchObject([201, { filesize: 0, thumbnail: null }])
  // Its answer was lost.
  expect((await chunk()).body.data.id).toBe(first.body.data.id)
  const others = [
    await ann.raw('/api/upload/chunks', { name: 'bare.txt', is_last_chunk: 1 }, nothing),
    await ann.raw('/api/upload', { name: 'whole.txt' }, nothing),
    await ann.form('/api/upload', [
      ['name', 'form.txt'],
      ['file', nothing],
    ]),
  ]
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await names(ann)).toEqual(['bare.txt', 'chunk.txt', 'form.txt', 'whole.txt'])
  // More bytes than announced are refused as before.
  const more = await ann.raw(
    '/api/upload/chunks',
    { name: 'a', upload_id: uploadId(), offset: 0, size: 0 },
    Buffer.from('x'),
  )
  expect(more.body.code).toBe('upload-conflict')
})

test('an empty file is downloaded, also in a zip, copied, replaced and restored', async () => {
  const top = await folder(ann, 'Top')
  const entry = await file(ann, 'empty.png', nothing, { parent_id: top })
  await file(ann, 'full.txt', 'some bytes', { parent_id: top })
  const { raw, status } = await ann.get(entry.attributes.file_url)
  expect([status, raw.headers['content-length'], raw.body]).toEqual([200, '0', ''])
  const part = await ann.get(entry.attributes.file_url, { range: 'bytes=0-' })
  expect([part.status, part.raw.headers['content-range']]).toEqual([416, 'bytes */0'])
  await ann.post('/api/copy', { items: [{ id: entry.id }], to_id: top })
  const zip = await readZip((await ann.get(`/api/zip?items=${top}|folder`)).raw.rawPayload)
  expect(
    zip.flatMap(({ path, content }) => (path.endsWith('/') ? [] : [[path.split('/').at(-1), content.toString()]])),
  ).toEqual(
    expect.arrayContaining([
      ['empty.png', ''],
      ['empty (2).png', ''],
      ['full.txt', 'some bytes'],
    ]),
  )
  const states = await holdall.services.db.selectFrom('blobs').select('thumbnail_state').where('size', '=', 0).execute()
  expect(new Set(states.map(({ thumbnail_state: state }) => state))).toEqual(new Set(['none']))

  const full = await put(ann, 'empty.png', 'now it has bytes', { parent_id: top, replace: 1 })
  const { id, meta } = full.body.data
  expect([id, full.body.data.attributes.filesize]).toEqual([entry.id, 16])
  await ann.post('/api/versions/restore', { items: [{ id, version: meta.replaced_version }] })
  const [restored] = (await ann.get(`/api/browse/folders/${top}?sort=name`)).body.data.filter(
    (one: { id: string }) => one.id === id,
  )
  expect(restored.attributes.filesize).toBe(0)
})

test('visitors of links and upload requests send empty files, and addresses may have none', async () => {
  const visitor = holdall.visitor()
  const shared = await folder(ann, 'Shared')
  const token = await shareLink(ann, shared, { permission: 'editor' })
  const fields = { name: 'link.txt', upload_id: newUploadId(), offset: 0, size: 0 }
  expect((await visitor.raw(`/api/sharing/upload/chunks/${token}`, fields, nothing)).status).toBe(201)
  expect(await names(ann, shared)).toEqual(['link.txt'])
  const request = await uploadRequest(ann)
  expect((await sendTo(visitor, request.token, 'request.txt', '')).status).toBe(201)
  expect(await requestedNames(visitor, request.token)).toEqual(['request.txt'])
  await ann.post('/api/upload/remote', { urls: [`${server.origin}/remote.txt`], parent_id: shared })
  await holdall.services.jobs.runDue()
  expect(await names(ann, shared)).toEqual(['link.txt', 'remote.txt'])
})
