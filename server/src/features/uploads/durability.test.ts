import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type FileSystem, localBlobs } from '../../infrastructure/blobs/local-blob-store.ts'
import type { Transact } from '../../infrastructure/db/transact.ts'
import { names, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads, type Received, type Uploads } from './upload-service.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(() => holdall.close())

/** Records calls of a file system and a database, each when it is done. */
function recorder() {
  const calls: string[] = []
  const { dataDir } = holdall.services.config
  const named = (path: unknown) => relative(dataDir, String(path)).replace(/[0-9a-f-]{36}/, 'ID') || '.'
  const files: FileSystem = {
    mkdir: (async (path: string, options: { recursive: true }) => {
      const made = await mkdir(path, options)
      if (made) calls.push(`mkdir ${named(made)}`)
      return made
    }) as typeof mkdir,
    async rename(from, to) {
      await rename(from, to)
      calls.push(`rename ${named(from)} to ${named(dirname(String(to)))}`)
    },
    async open(path, flags, mode) {
      const file = await open(path, flags, mode)
      return recorded(file, (call) => calls.push(`${call} ${named(path)}`))
    },
  }
  const committing =
    (name: string, inner: Transact): Transact =>
    async (work) => {
      const result = await inner(work)
      calls.push(name)
      return result
    }
  const { transact, transactUnsynced } = holdall.services
  return {
    calls,
    files,
    transacts: {
      transact: committing('commit', transact),
      transactUnsynced: committing('commit without sync', transactUnsynced),
    },
    dataDir,
  }
}

function recorded(file: FileHandle, done: (call: string) => void): FileHandle {
  const watched = new Set<PropertyKey>(['write', 'writev', 'sync', 'datasync', 'truncate'])
  return new Proxy(file, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, args)
        if (watched.has(key)) done(String(key).replace('writev', 'write'))
        return result
      }
    },
  })
}

const receive = (uploads: Uploads, fields: object, batches: Iterable<Buffer> | AsyncIterable<Buffer>) =>
  receiveChunk(uploads, { db: holdall.services.db, userId: ann.userId, fields, batches })

async function chunks(
  size: number,
  count: number,
  form: 'offset' | 'bare' | 'bare-sized' = 'offset',
): Promise<{ calls: readonly string[]; received: Received }> {
  const { calls, files, transacts, dataDir } = recorder()
  const uploads = createUploads({ ...holdall.services, ...transacts }, localBlobs(dataDir, files))
  const id = uploadId()
  let received: Received | undefined
  for (let n = 0; n < count; n++) {
    const fields = {
      ...(form === 'offset' ? { upload_id: id, offset: n * size } : { is_last_chunk: n === count - 1 }),
      ...(form === 'bare' ? {} : { size: size * count }),
    }
    received = await receive(uploads, fields, [randomBytes(size / 2), randomBytes(size / 2)])
    calls.push('acknowledged')
  }
  return { calls, received: received! }
}

test('a file is acknowledged after its bytes, its name and each new folder were made durable', async () => {
  const { calls, received } = await chunks(1000, 1)
  expect(received.kind).toBe('file')
  expect(calls.map((call) => call.replace(/\/[0-9a-f]{2}(?=\/|$)/g, '/xx'))).toEqual([
    'commit',
    'mkdir partial',
    'write partial/ID',
    'write partial/ID',
    'truncate partial/ID',
    'sync partial/ID',
    'mkdir blobs',
    'sync .',
    'sync blobs',
    'sync blobs/xx',
    'rename partial/ID to blobs/xx/xx',
    'sync blobs/xx/xx',
    'commit',
    'acknowledged',
  ])
})

test('a chunk is acknowledged after its bytes were written, without a sync: after a power cut the upload starts again', async () => {
  const { calls } = await chunks(1000, 3)
  const first = calls.slice(0, calls.indexOf('acknowledged') + 1)
  expect(first).toEqual([
    'commit',
    'mkdir partial',
    'write partial/ID',
    'write partial/ID',
    'commit without sync',
    'acknowledged',
  ])
  expect(calls.filter((call) => call === 'write partial/ID')).toHaveLength(6)
  expect(calls.filter((call) => call === 'sync partial/ID')).toHaveLength(1)
  expect(calls.indexOf('sync partial/ID')).toBeGreaterThan(calls.lastIndexOf('write partial/ID'))
})

test.each([
  ['without', 'bare'],
  ['with', 'bare-sized'],
] as const)('the offset of a bare chunk %s a size is synced, because the next chunk has no offset', async (_, form) => {
  const { calls } = await chunks(1000, 2, form)
  expect(calls).not.toContain('commit without sync')
  expect(calls[calls.indexOf('acknowledged') - 1]).toBe('commit')
})

test.each([
  ['without', {}],
  ['with', { size: 3000 }],
])('a bare chunk %s a size that breaks off leaves no byte behind', async (_, fields) => {
  const { calls, files, dataDir } = recorder()
  const uploads = createUploads(holdall.services, localBlobs(dataDir, files))
  await receive(uploads, fields, [randomBytes(1000)])
  const broken = async function* () {
    yield randomBytes(500)
    throw new Error('the connection broke')
  }
  await expect(receive(uploads, fields, broken())).rejects.toThrow('the connection broke')
  // The file may still be synced after that.
  expect(calls.lastIndexOf('truncate partial/ID')).toBeGreaterThan(calls.lastIndexOf('write partial/ID'))
})

describe('a disk that fails once to sync a file', () => {
  const bytes = randomBytes(2000)
  const halves = [bytes.subarray(0, 1000), bytes.subarray(1000)] as const

  /** A service on a disk that refuses the first sync of a file, and one as after a restart. */
  function failing() {
    const { files, dataDir } = recorder()
    let failures = 0
    const failingOnce: FileSystem = {
      ...files,
      async open(path, flags, mode) {
        const opened = await open(path, flags, mode)
        const sync = () => (failures++ === 0 ? Promise.reject(new Error('i/o error')) : Promise.resolve())
        return String(path).includes('partial') ? Object.assign(opened, { sync }) : opened
      },
    }
    const { services } = holdall
    return {
      uploads: createUploads(services, localBlobs(dataDir, failingOnce)),
      restarted: createUploads(services, localBlobs(dataDir)),
    }
  }

  test.each([
    ['in the same process', false],
    ['after a restart', true],
  ])('makes an upload in chunks start again, %s', async (_when, isRestarted) => {
    const { uploads, restarted } = failing()
    const next = isRestarted ? restarted : uploads
    const fields = { upload_id: uploadId(), size: bytes.length }
    await receive(uploads, { ...fields, offset: 0 }, [halves[0]])
    await expect(receive(uploads, { ...fields, offset: 1000 }, [halves[1]])).rejects.toThrow('i/o error')
    await expect(receive(next, { ...fields, offset: 1000 }, [halves[1]])).rejects.toMatchObject({
      code: 'wrong-offset',
      details: { offset: 0 },
    })
    expect((await receive(next, { ...fields, offset: 0 }, halves)).kind).toBe('file')
  })

  test.each([
    ['in the same process', false],
    ['after a restart', true],
  ])('makes an upload without offsets start again, %s', async (_when, isRestarted) => {
    const { uploads, restarted } = failing()
    const next = isRestarted ? restarted : uploads
    await receive(uploads, {}, [halves[0]])
    await expect(receive(uploads, { is_last_chunk: true }, [halves[1]])).rejects.toThrow('i/o error')
    await expect(receive(next, { is_last_chunk: true }, [halves[1]])).rejects.toMatchObject({ code: 'upload-conflict' })
    expect((await receive(next, { is_last_chunk: true }, halves)).kind).toBe('file')
  })

  test.each([
    ['as a whole', [halves]],
    ['in chunks', [[halves[0]], [halves[1]]]],
  ])('accepts the file from offset 0 again, %s', async (_how, parts) => {
    const { uploads } = failing()
    const fields = { upload_id: uploadId(), size: bytes.length }
    await expect(receive(uploads, { ...fields, offset: 0 }, halves)).rejects.toThrow('i/o error')
    let received: Received | undefined
    for (const [n, part] of parts.entries()) received = await receive(uploads, { ...fields, offset: n * 1000 }, part)
    expect(received).toMatchObject({ entry: { sha256: createHash('sha256').update(bytes).digest('hex') } })
  })
})

describe('what was acknowledged is flushed to the disk while the next chunks arrive', () => {
  const parts = Array.from({ length: 4 }, () => randomBytes(1000))
  const fields = { upload_id: uploadId(), size: 4000 }

  /** A disk whose flushes end as the test says. */
  function flushedBy(datasync: () => Promise<void>) {
    const { calls, files, dataDir } = recorder()
    const watched: FileSystem = {
      ...files,
      async open(path, flags, mode) {
        return Object.assign(await files.open(path, flags, mode), { datasync })
      },
    }
    const { services } = holdall
    return {
      calls,
      uploads: createUploads(services, localBlobs(dataDir, watched)),
      restarted: createUploads(services, localBlobs(dataDir)),
    }
  }

  test('one flush of an upload at a time, and the file waits for it', async () => {
    let end!: () => void
    const ended = new Promise<void>((resolve) => (end = resolve))
    let flushes = 0
    const { calls, uploads } = flushedBy(() => {
      flushes++
      return ended
    })
    for (const [n, part] of parts.slice(0, 3).entries()) await receive(uploads, { ...fields, offset: n * 1000 }, [part])
    await until(() => flushes > 0)
    const last = receive(uploads, { ...fields, offset: 3000 }, [parts[3]!])
    await until(() => calls.filter((call) => call === 'write partial/ID').length === 4)
    expect([flushes, calls.includes('sync partial/ID')]).toEqual([1, false])
    end()
    expect((await last).kind).toBe('file')
    expect(calls.indexOf('datasync partial/ID')).toBeLessThan(calls.indexOf('sync partial/ID'))
  })

  test('a file is refused whose earlier bytes the disk fails to take in the end', async () => {
    let fail!: (error: Error) => void
    const failed = new Promise<void>((_resolve, reject) => (fail = reject))
    let flushes = 0
    const { calls, uploads } = flushedBy(() => {
      flushes++
      return failed
    })
    await receive(uploads, { ...fields, offset: 0 }, parts.slice(0, 3))
    await until(() => flushes > 0)
    const last = receive(uploads, { ...fields, offset: 3000 }, [parts[3]!])
    const refused = expect(last).rejects.toThrow('the disk failed')
    await until(() => calls.filter((call) => call === 'write partial/ID').length === 4)
    fail(new Error('i/o error'))
    await refused
    expect(calls).not.toContain('sync partial/ID')
    expect(await names(ann)).toEqual([])
  })

  test.each([
    ['in the same process', null, false],
    ['after a restart', null, true],
    ['while the next chunk is written, in the same process', 'written', false],
    ['while the next chunk is written, after a restart', 'written', true],
    ['while the next chunk breaks off, in the same process', 'broken', false],
    ['while the next chunk breaks off, after a restart', 'broken', true],
  ])('an upload whose bytes the disk failed to take begins anew, %s', async (_when, nextChunk, isRestarted) => {
    let fail!: (error: Error) => void
    const failed = new Promise<void>((_resolve, reject) => (fail = reject))
    // Where the flush has not begun yet, nobody waits for it.
    failed.catch(() => undefined)
    let isFlushed = false
    const { uploads, restarted } = flushedBy(() => failed.finally(() => (isFlushed = true)))
    await receive(uploads, { ...fields, offset: 0 }, [parts[0]!])
    if (nextChunk) {
      const failing = async function* () {
        yield parts[1]!.subarray(0, 500)
        fail(new Error('i/o error'))
        await until(() => isFlushed)
        yield parts[1]!.subarray(500)
        if (nextChunk === 'broken') throw new Error('the connection broke')
      }
      const why = nextChunk === 'broken' ? 'the connection broke' : 'the disk failed'
      await expect(receive(uploads, { ...fields, offset: 1000 }, failing())).rejects.toThrow(why)
    } else {
      fail(new Error('i/o error'))
    }
    const next = isRestarted ? restarted : uploads
    const wrongOffset = () =>
      receive(next, { ...fields, offset: 2000 }, [parts[2]!]).then(
        () => undefined,
        (error: { details?: unknown }) => error.details,
      )
    await until(async () => isDeepStrictEqual(await wrongOffset(), { offset: 0 }))
    expect((await receive(next, { ...fields, offset: 0 }, parts)).kind).toBe('file')
  })
})

test('folders that a killed process made are made durable by the next', async () => {
  await mkdir(join(holdall.services.config.dataDir, 'blobs'))
  const { calls } = await chunks(1000, 1)
  expect(calls).not.toContain('mkdir blobs')
  expect(calls.indexOf('sync .')).toBeGreaterThan(0)
  expect(calls.indexOf('sync .')).toBeLessThan(calls.findIndex((call) => call.startsWith('rename')))
})
