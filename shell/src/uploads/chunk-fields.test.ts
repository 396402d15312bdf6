import { uploadChunk, uploadState } from '@holdall/api'
import { refuse } from '@holdall/testing'
import { webcrypto } from 'node:crypto'
import { answering, chunkCount, fileOf, uploadsScene } from './testing/uploads-scene.ts'

const sha256 = async (text: string) =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')

test('each chunk has the file with its date, the target and the checksum', async () => {
  const scene = uploadsScene()
  const folderId = '01890000-0000-7000-8000-000000000001'
  scene.uploads.add([{ file: fileOf('a.TXT', '012345'), path: '/tree/a.TXT' }], folderId)
  await scene.shows('a.TXT done')
  const id = scene.idOf('a.TXT')
  const target = { parent_id: folderId, path: '/tree/a.TXT' }
  const common = { name: 'a.TXT', extension: 'txt', upload_id: id, size: 6, modified_at: 1, ...target }
  expect(scene.server.server.callsOf(uploadChunk).map(({ body }) => body)).toEqual([
    expect.objectContaining({ ...common, offset: 0, is_last_chunk: false, checksum: await sha256('0123') }),
    expect.objectContaining({ ...common, offset: 4, is_last_chunk: true, checksum: await sha256('45') }),
  ])
})

test.each([
  [253_402_300_800_000, undefined],
  [-62_135_596_800_001, undefined],
  [0, 0],
  [-1, -1],
])('a file that the browser dates %i is sent with the date %p', async (lastModified, sent) => {
  const scene = uploadsScene()
  scene.uploads.add([{ file: new File(['0'], 'a', { lastModified }) }], null)
  await scene.shows('a done')
  expect(scene.server.server.callsOf(uploadChunk).map(({ body }) => body.modified_at)).toEqual([sent])
})

test('a file of the top folder names neither a folder nor a path', async () => {
  const scene = uploadsScene()
  scene.uploads.add([{ file: fileOf('a', '0') }], null)
  await scene.shows('a done')
  const [call] = scene.server.server.callsOf(uploadChunk)
  expect(call?.body).not.toHaveProperty('parent_id')
  expect(call?.body).not.toHaveProperty('path')
})

test('what replaces a file says so with each chunk, and what does not says nothing', async () => {
  const scene = uploadsScene()
  scene.uploads.add([{ file: fileOf('a', '012345'), replace: true }, { file: fileOf('b', '0') }], null)
  await scene.shows('a done', 'b done')
  const bodies = scene.server.server.callsOf(uploadChunk).map(({ body }) => [body.name, body.replace])
  expect(bodies).toEqual([
    ['a', true],
    ['a', true],
    ['b', undefined],
  ])
})

/** A file of eight bytes, paused after the first chunk. */
async function pausedAtFour() {
  const server = answering(({ offset }) => (offset === 4 ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '01234567') }], null)
  await chunkCount(server, 2)
  await scene.shows('a processing')
  // An upload that is being processed cannot be paused: the request is aborted by ending the session.
  scene.host.session.expire()
  server.state.answer = () => undefined
  server.chunks.length = 0
  return { scene, server }
}

test('an upload that the server no longer knows is sent from the beginning', async () => {
  const { scene, server } = await pausedAtFour()
  server.received.clear()
  scene.signIn()
  await scene.shows('a done')
  expect(server.chunks.map(({ offset }) => offset)).toEqual([0, 4])
})

test('an upload whose bytes have all arrived is finished by its last byte', async () => {
  const { scene, server } = await pausedAtFour()
  for (const id of server.received.keys()) server.received.set(id, '01234567')
  scene.signIn()
  server.state.answer = () => refuse('internal')
  await scene.shows('a failed')
  expect(server.chunks.map(({ offset, bytes }) => [offset, bytes])).toEqual([[7, '7']])
})

test('an upload whose offset cannot be read fails', async () => {
  const { scene, server } = await pausedAtFour()
  server.server.on(uploadState, () => refuse('internal'))
  scene.signIn()
  await scene.shows('a failed')
  expect(server.chunks).toEqual([])
})

test('an offset beyond the end of the file is read as the end', async () => {
  const server = answering((_, nth) => (nth === 1 ? refuse('wrong-offset', { offset: 99 }) : refuse('internal')))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '01234567') }], null)
  await scene.shows('a failed')
  expect(server.chunks.map(({ offset }) => offset)).toEqual([0, 8])
})

test('a wrong-offset answer without the right offset is retried at the same offset', async () => {
  const server = answering((_, nth) => (nth === 2 ? refuse('wrong-offset') : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '01234567') }], null)
  await scene.shows('a done')
  expect(server.chunks.map(({ offset }) => offset)).toEqual([0, 4, 4])
})
