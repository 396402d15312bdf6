import { ApiError } from '@holdall/api-client'
import { refuse } from '@holdall/testing'
import { fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'

const KiB = 1024
const MAX_BODY = 100 * KiB

/** A server behind a proxy that refuses requests with more bytes, by its own answer or by closing the connection. */
function behindProxy(answer: 'page' | 'reset', maxBytes = MAX_BODY) {
  const server = uploadServer()
  const sent: number[] = []
  server.http.interceptors.request.use((config) => {
    if (!(config.data instanceof Blob)) return config
    sent.push(config.data.size)
    if (config.data.size <= maxBytes) return config
    if (answer === 'reset') throw new Error('The connection broke.')
    throw new ApiError('malformed', 413, { message: 'The server answered 413.' })
  })
  return { server, sent }
}
const large = (kib: number) => fileOf('large.txt', 'x'.repeat(kib * KiB))

test('where a proxy refuses a chunk the upload resumes in halves of it, and so do the next files', async () => {
  const { server, sent } = behindProxy('page')
  const scene = uploadsScene({ server, config: { chunkSize: 256 * KiB } })
  scene.uploads.add([{ file: large(300) }], null)
  await scene.shows('large.txt done')
  expect(sent.map((bytes) => bytes / KiB)).toEqual([256, 128, 64, 64, 64, 64, 44])
  expect([...server.received.values()].map(({ length }) => length / KiB)).toEqual([300])
  expect([scene.alerts(), scene.waits]).toEqual([[], []])
  sent.length = 0
  scene.uploads.add([{ file: fileOf('next.txt', 'x'.repeat(128 * KiB)) }], null)
  await scene.shows('next.txt done')
  expect(sent.map((bytes) => bytes / KiB)).toEqual([64, 64])
})

test('where a proxy closes the connection instead, parts get smaller after the second time', async () => {
  const { server, sent } = behindProxy('reset')
  const scene = uploadsScene({ server, config: { chunkSize: 200 * KiB } })
  scene.uploads.add([{ file: large(200) }], null)
  await scene.shows('large.txt done')
  expect(sent.map((bytes) => bytes / KiB)).toEqual([200, 200, 100, 100])
})

test('a proxy that refuses the smallest parts is named, and the queue waits', async () => {
  const { server, sent } = behindProxy('page', 10 * KiB)
  const scene = uploadsScene({ server, config: { chunkSize: 128 * KiB } })
  scene.uploads.add([{ file: large(70) }, { file: fileOf('next', 'x') }], null)
  await scene.shows('large.txt failed', 'next paused')
  expect(sent.map((bytes) => bytes / KiB)).toEqual([70, 64])
  expect(scene.uploads.get()[0]?.state).toMatchObject({ reason: 'uploads.failed_proxy', retry: true })
  expect(scene.alerts()).toEqual([{ title: 'popup_error.title', message: 'uploads.failed_proxy' }])
})

test('the server’s own limit is no matter of parts', async () => {
  const server = uploadServer()
  server.state.answer = () => refuse('too-large')
  const scene = uploadsScene({ server, config: { chunkSize: 256 * KiB } })
  scene.uploads.add([{ file: large(200) }], null)
  await scene.shows('large.txt failed')
  expect(server.chunks).toHaveLength(1)
  expect(scene.alerts().map(({ title }) => title)).toEqual(['popup_paylod_error.title'])
})
