import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { batchesOf } from '../../testing/blob-bytes.ts'
import { memoryBucket } from '../../testing/memory-bucket.ts'
import { createS3BlobWriter } from './s3-blob-writer.ts'
import { partBytesOf } from './s3-part-size.ts'

const id = 'a-blob-of-a-test'
const partBytes = partBytesOf(null)
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'holdall-test-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('a chunk that another process has received with other bytes, and did not acknowledge, is not continued', async () => {
  const bucket = memoryBucket()
  const [first, second] = [createS3BlobWriter(bucket.requests, folder), createS3BlobWriter(bucket.requests, folder)]
  const bytes = randomBytes(2 * partBytes)
  // Its checksum is wrong, so the browser sends it again, and gets the other process.
  await first.writeAt(id, 0, batchesOf(randomBytes(partBytes)), bytes.length)
  await first.release(id)
  await second.writeAt(id, 0, batchesOf(bytes.subarray(0, partBytes)), bytes.length)
  await second.keep(id)
  await first.writeAt(id, partBytes, batchesOf(bytes.subarray(partBytes)), bytes.length)
  await first.complete(id, bytes.length)
  expect(bucket.objectAt(`blobs/${id}`)?.equals(bytes)).toBe(true)
  expect(bucket.unfinished()).toEqual([])
})

test('a chunk fails where the storage stops in the middle of the bytes that it begins with, and can be sent again', async () => {
  const { requests, objectAt } = memoryBucket()
  const bytes = randomBytes(3000)
  const earlier = createS3BlobWriter(requests, folder)
  await earlier.writeAt(id, 0, batchesOf(bytes.subarray(0, 2000)), bytes.length)
  await earlier.keep(id)
  let isStalled = true
  const stalling: typeof requests = {
    ...requests,
    async get(key, start, end) {
      if (!isStalled) return requests.get(key, start, end)
      const body = new PassThrough()
      body.write(bytes.subarray(start, 10))
      return body
    },
  }
  const writer = createS3BlobWriter(stalling, folder, 50)
  const rest = () => writer.writeAt(id, 2000, batchesOf(bytes.subarray(2000)), bytes.length)
  await expect(rest()).rejects.toMatchObject({ reason: 'unavailable' })
  isStalled = false
  await rest()
  await writer.complete(id, bytes.length)
  expect(objectAt(`blobs/${id}`)?.equals(bytes)).toBe(true)
})

test('a blob of no bytes is one object, and completing it again after the first attempt failed reads nothing', async () => {
  const { requests, objectAt } = memoryBucket()
  let isUnavailable = true
  const failing: typeof requests = {
    ...requests,
    put: (key, body) => (isUnavailable ? Promise.reject(new Error('unavailable')) : requests.put(key, body)),
    get: () => Promise.reject(new Error('an empty object has no range')),
  }
  const writer = createS3BlobWriter(failing, folder)
  expect(await writer.writeAt(id, 0, batchesOf(Buffer.alloc(0)), 0)).toBe(0)
  await expect(writer.complete(id, 0)).rejects.toThrow('unavailable')
  await writer.release(id)
  isUnavailable = false
  await writer.complete(id, 0)
  expect(objectAt(`blobs/${id}`)?.length).toBe(0)
})
