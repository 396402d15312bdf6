import { createApiClient } from '@holdall/api-client'
import { createPartSize } from './part-size.ts'
import { fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'
import { STALLED_MS, transfer } from './transfer.ts'
import { newUploadId } from './upload-id.ts'

test('a request without progress for two minutes is aborted and repeated', async () => {
  jest.useFakeTimers()
  const server = uploadServer()
  const hung = new Promise<void>((resolve) => {
    server.state.answer = (_, nth) => {
      resolve()
      return nth === 1 ? 'hang' : undefined
    }
  })
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0123') }], null)
  await hung
  await jest.advanceTimersByTimeAsync(STALLED_MS)
  await scene.shows('a done')
  expect(server.chunks).toHaveLength(2)
})

/** Sends a file over a connection whose upload progress the test sets. */
function sending(file: File, { leaving = [] as readonly (readonly number[])[] } = {}) {
  const server = uploadServer()
  const signals: (AbortSignal | undefined)[] = []
  let progressed: (bytes: number) => void = () => {}
  server.http.interceptors.request.use((config) => {
    const { onUploadProgress, signal } = config
    delete config.onUploadProgress
    progressed = (bytes) => onUploadProgress?.({ loaded: bytes, bytes, lengthComputable: false })
    signals.push(signal as AbortSignal | undefined)
    for (const bytes of leaving[signals.length - 1] ?? []) progressed(bytes)
    return config
  })
  const reported: string[] = []
  const hooks = {
    sent: (bytes: number) => reported.push(`sent ${String(bytes)}`),
    processing: () => reported.push('processing'),
    acknowledged: (bytes: number) => reported.push(`acknowledged ${String(bytes)}`),
    disconnected: () => reported.push('disconnected'),
    wait: () => Promise.resolve(),
  }
  const stop = new AbortController()
  const begin = () => {
    const job = { uploadId: newUploadId(), file, folderId: null, path: '', isBegun: false }
    return transfer(createApiClient({ http: server.http }), job, createPartSize(4), hooks, stop.signal)
  }
  return { server, signals, reported, stop, begin, progressed: (bytes: number) => progressed(bytes) }
}

test('progress is at most the size of the chunk, and processing begins after the last chunk', async () => {
  const { reported, begin } = sending(fileOf('a', '0123456789'), { leaving: [[2, 9], [4], [1, 2]] })
  await begin()
  expect(reported.join(', ')).toBe(
    [
      'sent 0, sent 2, sent 4, acknowledged 4',
      'sent 4, sent 8, acknowledged 8',
      'sent 8, sent 9, sent 10, processing',
    ].join(', '),
  )
})

test('an upload that is cancelled while the file is read is not sent', async () => {
  const file = fileOf('a', '0123')
  const { server, stop, begin } = sending(file)
  file.slice = () => {
    stop.abort()
    return new Blob(['0123'])
  }
  await expect(begin()).rejects.toMatchObject({ code: 'aborted' })
  expect(server.chunks).toEqual([])
})

describe('with a fake clock', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('progress gives a request two more minutes, and one that has ended leaves no timer', async () => {
    const { server, signals, reported, begin, progressed } = sending(fileOf('a', '0123'))
    const isAborted = () => signals[0]?.aborted
    const hung = new Promise<void>((resolve) => {
      server.state.answer = (_, nth) => {
        resolve()
        return nth === 1 ? 'hang' : undefined
      }
    })
    const ended = begin()
    await hung
    await jest.advanceTimersByTimeAsync(STALLED_MS - 1)
    progressed(2)
    await jest.advanceTimersByTimeAsync(STALLED_MS - 1)
    expect(isAborted()).toBe(false)
    await jest.advanceTimersByTimeAsync(1)
    expect(isAborted()).toBe(true)
    await ended
    expect(reported).toEqual(['sent 0', 'sent 2', 'disconnected', 'sent 0'])
    expect(jest.getTimerCount()).toBe(0)
  })
})
