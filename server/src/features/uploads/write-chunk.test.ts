import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { newBlobId } from '../../infrastructure/blobs/local-blob-store.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { writeChunk } from './write-chunk.ts'
import type { StreamHash } from './stream-hash.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

test('the block of a chunk is used for others only once it was hashed', async () => {
  const blobs = openBlobs(holdall.services.config)
  const blobId = newBlobId()
  await blobs.begin(blobId)
  const block = new Uint8Array(1000)
  const givenBack: Uint8Array[] = []
  let endHashing: () => void = () => undefined
  const hashing = new Promise<void>((resolve) => (endHashing = resolve))
  const hash: StreamHash = {
    update: () => hashing,
    copy: () => undefined,
    digest: () => Promise.resolve(''),
    free: () => undefined,
  }
  await writeChunk(
    {
      blobs,
      hashes: { create: () => hash, close: () => undefined },
      pool: { take: () => block, giveBack: (bytes) => void givenBack.push(bytes) },
    },
    (async function* () {
      yield [Buffer.alloc(10, 1)]
    })(),
    {
      blobId,
      offset: 0,
      checksum: undefined,
      sizeBytes: null,
      expectedBytes: undefined,
      keptHash: undefined,
      room: 10,
      before: () => Promise.resolve(),
    },
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(givenBack).toEqual([])
  endHashing()
  await until(() => givenBack.length > 0)
  expect(givenBack).toEqual([block])
})
