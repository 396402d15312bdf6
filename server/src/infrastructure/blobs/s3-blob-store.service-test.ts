import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchesOf, bytesOfBlob } from '../../testing/blob-bytes.ts'
import { failing, type FaultProxy, faultProxy } from '../../testing/fault-proxy.ts'
import { testS3, testStorageAllow } from '../../testing/test-storage.ts'
import { until } from '../../testing/until.ts'
import type { BlobStore } from './blob-store.ts'
import { checkS3 } from './check-s3.ts'
import { newBlobId } from './local-blob-store.ts'
import { s3Blobs } from './s3-blob-store.ts'
import { StorageError, type StorageErrorCode } from './storage-error.ts'

const MiB = 1024 * 1024
const PART = 8 * MiB
const settings = testS3()!
const allow = testStorageAllow()

let proxy: FaultProxy
let temporaryFolder: string
const opened: BlobStore[] = []
/** A store as another process has it: it remembers nothing. */
function store(changes: Partial<typeof settings> = {}, attemptMs = 3000): BlobStore {
  const blobs = s3Blobs({
    settings: { ...settings, endpoint: proxy.endpoint, ...changes },
    allow,
    temporaryFolder,
    attemptMs,
    firstDelayMs: 5,
    idleMs: 500,
  })
  opened.push(blobs)
  return blobs
}
let blobs: BlobStore
beforeAll(async () => {
  proxy = await faultProxy(settings.endpoint)
  temporaryFolder = mkdtempSync(join(tmpdir(), 'holdall-s3-'))
  blobs = store()
})
afterEach(() => proxy.fail())
afterAll(async () => {
  for (const each of opened) each.close()
  await proxy.close()
  rmSync(temporaryFolder, { recursive: true })
})

/** Sends bytes in chunks, as an upload does, each by the store that `by` returns. */
async function send(
  bytes: Buffer,
  chunkBytes: number,
  by: (chunk: number) => BlobStore = () => blobs,
): Promise<string> {
  const id = newBlobId()
  for (let at = 0, n = 0; at < bytes.length; at += chunkBytes, n++) {
    const chunk = bytes.subarray(at, at + chunkBytes)
    const target = by(n)
    expect(await target.survived(id, at, bytes.length)).toBe(true)
    expect(await target.writeAt(id, at, batchesOf(chunk), bytes.length)).toBe(chunk.length)
    if (at + chunk.length < bytes.length) await target.keep(id)
    else await target.complete(id, bytes.length)
    await target.release(id)
  }
  return id
}

const whole = (id: string, bytes: Buffer) => bytesOfBlob(blobs, id, { start: 0, end: bytes.length - 1 })

async function left(of: string): Promise<number> {
  let found = 0
  for await (const { id, isUnfinished } of store().list()) if (isUnfinished && id === of) found++
  return found
}

async function reasonOf(work: Promise<unknown>): Promise<StorageErrorCode | 'done'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof StorageError) return error.reason
    throw error
  }
}

test.each([
  ['of a small blob in one chunk', 70_000, PART],
  ['of a small blob in many chunks', 70_000, 20_000],
  ['as large as parts', 2 * PART + 5, PART],
  ['that end where the last part does', 2 * PART, PART],
  ['smaller than parts', 2 * PART + 77_777, 3 * MiB + 1],
  ['larger than parts', 3 * PART + 1, 2 * PART + 500_000],
])('chunks %s are read as they were written, and nothing else is left', async (_which, size, chunk) => {
  const bytes = randomBytes(size)
  const id = await send(bytes, chunk)
  expect((await whole(id, bytes)).equals(bytes)).toBe(true)
  expect(await blobs.stat(id)).toEqual({ size })
  expect(await left(id)).toBe(0)
  expect(readdirSync(temporaryFolder)).toEqual([])
  await blobs.delete(id)
  expect(await blobs.stat(id)).toBeNull()
})

test('each chunk may be received by another process', async () => {
  const bytes = randomBytes(2 * PART + 3 * MiB)
  for (const chunk of [PART, 3 * MiB + 1, 11 * MiB]) {
    const id = await send(bytes, chunk, () => store())
    expect((await whole(id, bytes)).equals(bytes)).toBe(true)
    expect(await left(id)).toBe(0)
  }
  const two = [store(), store()]
  const id = await send(bytes, 3 * MiB + 1, (n) => two[n % 2]!)
  expect((await whole(id, bytes)).equals(bytes)).toBe(true)
})

test('bytes that were not kept are replaced by those of the next attempt', async () => {
  const id = newBlobId()
  const bytes = randomBytes(PART + 2 * MiB)
  const wrong = Buffer.alloc(PART + MiB, 'x')
  await blobs.writeAt(id, 0, batchesOf(bytes.subarray(0, 5 * MiB)), bytes.length)
  await blobs.keep(id)
  await blobs.writeAt(id, 5 * MiB, batchesOf(wrong), bytes.length)
  await blobs.release(id)
  expect(await blobs.survived(id, 5 * MiB, bytes.length)).toBe(true)
  await blobs.writeAt(id, 5 * MiB, batchesOf(bytes.subarray(5 * MiB)), bytes.length)
  await blobs.complete(id, bytes.length)
  expect((await whole(id, bytes)).equals(bytes)).toBe(true)
})

test('a blob that was completed and not committed is written again, by another process too', async () => {
  for (const size of [3 * MiB, 2 * PART + MiB]) {
    const bytes = randomBytes(size)
    const at = size - 2 * MiB
    const id = await send(bytes, size)
    const other = store()
    expect(await other.survived(id, at, size)).toBe(true)
    const changed = randomBytes(2 * MiB)
    await other.writeAt(id, at, batchesOf(changed), size)
    // Until it is complete again, readers have the earlier content.
    expect((await whole(id, bytes)).equals(bytes)).toBe(true)
    await other.complete(id, size)
    expect((await whole(id, bytes)).equals(Buffer.concat([bytes.subarray(0, at), changed]))).toBe(true)
    expect(await left(id)).toBe(0)
  }
})

test('completing again changes nothing, and a blob that nobody wrote cannot be completed', async () => {
  const bytes = randomBytes(1000)
  const id = await send(bytes, 1000)
  await blobs.complete(id, 1000)
  await store().complete(id, 1000)
  expect((await whole(id, bytes)).equals(bytes)).toBe(true)
  expect(await reasonOf(blobs.complete(newBlobId(), 10))).toBe('lost')
})

test('an upload whose parts are gone has not survived', async () => {
  const bytes = randomBytes(PART + MiB)
  const id = newBlobId()
  await blobs.writeAt(id, 0, batchesOf(bytes), 3 * PART)
  await blobs.keep(id)
  expect(await store().survived(id, bytes.length, 3 * PART)).toBe(true)
  await store().delete(id)
  expect(await store().survived(id, bytes.length, 3 * PART)).toBe(false)
  // The process that remembers it notices it with its next part.
  expect(await reasonOf(blobs.writeAt(id, bytes.length, batchesOf(randomBytes(PART)), 3 * PART))).toMatch(
    /lost|missing/,
  )
  expect(await blobs.survived(id, bytes.length, 3 * PART)).toBe(false)
})

test('unfinished blobs are listed, and removing them leaves nothing', async () => {
  const id = newBlobId()
  await blobs.writeAt(id, 0, batchesOf(randomBytes(PART + 1000)), 3 * PART)
  await blobs.keep(id)
  const listed: unknown[] = []
  for await (const each of blobs.list()) if (each.id === id) listed.push(each.isUnfinished)
  expect(listed).toEqual([true, true])
  await store().removeUnfinished(id)
  expect(await left(id)).toBe(0)
})

test('removing what is left of a blob keeps the blob', async () => {
  const bytes = randomBytes(2 * PART)
  const id = await send(bytes, PART)
  const killed = store()
  await killed.writeAt(id, PART, batchesOf(randomBytes(MiB)), bytes.length)
  await killed.keep(id)
  expect(await left(id)).toBeGreaterThan(0)
  await store().removeUnfinished(id)
  expect(await left(id)).toBe(0)
  expect((await whole(id, bytes)).equals(bytes)).toBe(true)
})

test('a chunk of unknown size that breaks off is cut; where it had whole parts, the upload starts again', async () => {
  const broken = async function* (pieces: number, bytes: number) {
    for (let n = 0; n < pieces; n++) yield [randomBytes(bytes)]
    throw new Error('the connection broke')
  }
  for (const [pieces, hasSurvived] of [
    [1, true],
    [20, false],
  ] as const) {
    const id = newBlobId()
    const first = randomBytes(MiB)
    await blobs.writeAt(id, 0, batchesOf(first))
    await blobs.keep(id)
    await expect(blobs.writeAt(id, MiB, broken(pieces, MiB))).rejects.toThrow('the connection broke')
    await blobs.truncate(id, MiB)
    // What was kept is a rest, which is not part of the multipart upload.
    expect(await blobs.survived(id, MiB)).toBe(true)
    expect(await left(id)).toBe(1)
    await blobs.writeAt(id, MiB, batchesOf(first))
    await blobs.complete(id, 2 * MiB)
    expect((await bytesOfBlob(blobs, id, { start: MiB, end: 2 * MiB - 1 })).equals(first)).toBe(true)

    const other = newBlobId()
    await blobs.writeAt(other, 0, batchesOf(randomBytes(PART)))
    await blobs.keep(other)
    await expect(blobs.writeAt(other, PART, broken(pieces, MiB))).rejects.toThrow('the connection broke')
    await blobs.truncate(other, PART)
    expect(await blobs.survived(other, PART)).toBe(hasSurvived)
    await blobs.delete(other)
  }
})

test('reads ranges, small blobs together, and a file for programs that read files', async () => {
  const bytes = randomBytes(300_000)
  const id = await send(bytes, bytes.length)
  for (const [start, end] of [
    [0, 0],
    [299_999, 299_999],
    [1000, 200_000],
  ] as const) {
    expect((await bytesOfBlob(blobs, id, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true)
  }
  await expect(bytesOfBlob(blobs, id, { start: 299_990, end: 300_010 })).rejects.toThrow('shorter than its row says')
  expect(await reasonOf(bytesOfBlob(blobs, newBlobId(), { start: 0, end: 1 }))).toBe('missing')

  const memory = new Uint8Array(new SharedArrayBuffer(300_000 + 10 + 300_000))
  const results = await blobs.readSmall(
    [
      { id, size: 300_000 },
      { id: newBlobId(), size: 10 },
      { id, size: 300_000 },
    ],
    memory,
  )
  expect(results).toEqual([null, expect.stringContaining('does not have the object'), null])
  expect(Buffer.from(memory.subarray(300_010)).equals(bytes)).toBe(true)

  let path = ''
  const read = await blobs.withFile(id, bytes.length, (at) => Promise.resolve(readFileSync((path = at))))
  expect((read as Buffer).equals(bytes)).toBe(true)
  expect(existsSync(path)).toBe(false)
  expect(await blobs.withFile(id, 2 * 1024 * MiB, () => Promise.resolve('read'))).toBe('too-large')
})

describe('a storage that fails for a while', () => {
  const bytes = randomBytes(2 * PART + MiB)

  test.each([
    ['503 to parts', /^PUT .*partNumber/, { kind: 'status', status: 503 }],
    ['500 to the beginning of an upload', /^POST .*uploads/, { kind: 'status', status: 500, code: 'InternalError' }],
    ['503 to the end of an upload', /^POST .*uploadId/, { kind: 'status', status: 503 }],
    ['a connection that is cut in the middle of a part', /^PUT .*partNumber/, { kind: 'cut-request', afterBytes: MiB }],
    ['an answer to a part that is lost', /^PUT .*partNumber/, { kind: 'lose-answer' }],
    ['an answer to the end of an upload that is lost', /^POST .*uploadId/, { kind: 'lose-answer' }],
    ['a request that is not answered', /^POST .*uploads/, { kind: 'hang' }],
  ] as const)('%s is tried again', async (_what, pattern, fault) => {
    proxy.fail(failing(pattern, fault, 2))
    const target = store({}, 1000)
    const id = await send(bytes, PART + 1, () => target)
    proxy.fail()
    expect((await whole(id, bytes)).equals(bytes)).toBe(true)
    expect(await left(id)).toBe(0)
  })

  test('is given up after some attempts, and the chunk may be sent again', async () => {
    const id = newBlobId()
    await blobs.writeAt(id, 0, batchesOf(bytes.subarray(0, PART)), bytes.length)
    await blobs.keep(id)
    proxy.fail(failing(/^PUT .*partNumber=2/, { kind: 'status', status: 503 }))
    const before = proxy.requests.length
    expect(await reasonOf(blobs.writeAt(id, PART, batchesOf(bytes.subarray(PART)), bytes.length))).toBe('unavailable')
    expect(proxy.requests.length - before).toBe(4)
    proxy.fail()
    await blobs.writeAt(id, PART, batchesOf(bytes.subarray(PART)), bytes.length)
    await blobs.complete(id, bytes.length)
    expect((await whole(id, bytes)).equals(bytes)).toBe(true)
    expect(readdirSync(temporaryFolder)).toEqual([])
  })

  test('a download whose connection breaks continues behind its last byte', async () => {
    const id = await send(bytes, bytes.length)
    proxy.fail(failing(/^GET .*blobs/, { kind: 'cut-answer', afterBytes: 3 * MiB + 5 }, 4))
    expect((await whole(id, bytes)).equals(bytes)).toBe(true)
    proxy.fail(failing(/^GET .*blobs/, { kind: 'cut-answer', afterBytes: 0 }))
    expect(await reasonOf(whole(id, bytes))).toBe('unavailable')
  })
})

test('a reader that leaves early, and one that fails, leave no connection open', async () => {
  const id = await send(randomBytes(3 * PART), PART)
  const own = await faultProxy(settings.endpoint)
  const target = store({ endpoint: own.endpoint })
  for await (const bytes of target.read(id, { start: 0, end: 3 * PART - 1 })) {
    expect(bytes.length).toBeGreaterThan(0)
    break
  }
  await until(async () => (await own.connections()) === 0)
  const reader = target.read(id, { start: 0, end: 3 * PART - 1 })[Symbol.asyncIterator]()
  await reader.next()
  await reader.return?.()
  await until(async () => (await own.connections()) === 0)
  await own.close()
})

test('a reader that is slow holds back the storage', async () => {
  const id = await send(randomBytes(4 * PART), 4 * PART)
  const reader = blobs.read(id, { start: 0, end: 4 * PART - 1 })[Symbol.asyncIterator]()
  const before = process.memoryUsage().arrayBuffers
  await reader.next()
  // Longer than a body may be silent: a slow reader is no silent storage.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MiB)
  let rest = 0
  for (let next = await reader.next(); !next.done; next = await reader.next()) rest += next.value.length
  expect(rest).toBeGreaterThan(3 * PART)
})

describe('a wrong configuration has a clear error:', () => {
  test.each([
    ['a wrong key', { accessKeyId: 'nobody' }, 'keys', 'does not accept the S3 key'],
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'keys', 'does not accept the S3 key'],
    ['a bucket that does not exist', { bucket: 'not-there' }, 'bucket', 'There is no bucket not-there'],
    ['an endpoint where nothing listens', { endpoint: 'http://127.0.0.1:1' }, 'address', 'HOLDALL_OUTGOING_ALLOW'],
  ] as const)('%s', async (_what, changes, reason, message) => {
    const wrong = { ...settings, ...changes }
    const allowed = 'endpoint' in changes ? [] : allow
    const target = s3Blobs({ settings: wrong, allow: allowed, temporaryFolder, firstDelayMs: 5 })
    await expect(target.check()).rejects.toMatchObject({ reason, message: expect.stringContaining(message) })
    target.close()
  })

  test('a server without ranges', async () => {
    const bytes = randomBytes(1000)
    const id = await send(bytes, 1000)
    proxy.fail(failing(/^GET .*blobs/, { kind: 'no-ranges' }))
    expect(await reasonOf(bytesOfBlob(blobs, id, { start: 5, end: 9 }))).toBe('ranges')
    proxy.fail(failing(/^GET .*check-/, { kind: 'no-ranges' }))
    expect(await reasonOf(checkS3({ ...settings, endpoint: proxy.endpoint }, allow))).toBe('ranges')
  })
})

test('the check of a bucket leaves nothing there', async () => {
  await checkS3(settings, allow)
  expect(proxy.requests.length).toBeGreaterThan(0)
  for await (const each of store().list()) expect(each.id).not.toContain('check')
})
