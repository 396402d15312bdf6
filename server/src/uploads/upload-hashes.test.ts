import { createHash, randomBytes } from 'node:crypto'
import { openBlobs } from '../blobs/open.ts'
import { day } from '../clock.ts'
import { expectBooksToBalance, uploadId } from '../files/scene.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'
import { receiveChunk } from './scene.ts'
import { createUploads } from './service.ts'
import { createStreamHashes, type StreamHash, type StreamHashes } from './stream-hash.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectBooksToBalance(holdall.services.db))

const SIZE = 600_000
const bytes = randomBytes(SIZE)
const halves = [bytes.subarray(0, SIZE / 2), bytes.subarray(SIZE / 2)] as const
const sha256 = createHash('sha256').update(bytes).digest('hex')

/** An upload service with hashes of its own, and a way to send it a chunk. */
function serviceWith(streamHashes: StreamHashes) {
  const { services } = holdall
  const uploads = createUploads({ ...services, streamHashes }, openBlobs(services.config))
  return (fields: object, batches: AsyncIterable<Buffer> | Iterable<Buffer>) =>
    receiveChunk(uploads, { db: services.db, userId: ann.userId, fields: { size: SIZE, ...fields }, batches })
}

test.each([
  ['while its only chunk is received', true],
  ['while its last chunk is received', false],
])('a file whose hashing thread ends %s is hashed from the disk', async (_when, isWhole) => {
  const hashes = createStreamHashes()
  const send = serviceWith(hashes)
  const id = uploadId()
  if (!isWhole) await send({ upload_id: id, offset: 0 }, [halves[0]])
  const received = await send(
    { upload_id: id, offset: isWhole ? 0 : SIZE / 2 },
    (async function* () {
      if (isWhole) yield halves[0]
      for (let at = SIZE / 2; at < SIZE; at += 50_000) {
        yield bytes.subarray(at, at + 50_000)
        hashes.close()
      }
    })(),
  )
  expect(received).toMatchObject({ kind: 'file', entry: { sha256 } })
})

test('hashes of uploads that expired are freed when another begins', async () => {
  const inUse = new Set<StreamHash>()
  const counted = (hash: StreamHash): StreamHash => {
    inUse.add(hash)
    return {
      ...hash,
      copy: () => {
        const copy = hash.copy()
        return copy && counted(copy)
      },
      free() {
        hash.free()
        inUse.delete(hash)
      },
    }
  }
  const hashes = createStreamHashes()
  const send = serviceWith({ ...hashes, create: (expected) => counted(hashes.create(expected)) })
  await send({ upload_id: uploadId(), offset: 0 }, [halves[0]])
  const current = uploadId()
  holdall.clock.advance(day / 2)
  await send({ upload_id: current, offset: 0 }, [halves[0]])
  expect(inUse.size).toBe(2)
  holdall.clock.advance(day / 2 + 1)
  await send({ upload_id: uploadId(), offset: 0 }, [bytes])
  expect(inUse.size).toBe(1)
  await send({ upload_id: current, offset: SIZE / 2 }, [halves[1]])
  expect(inUse.size).toBe(0)
  hashes.close()
})
