import { createHash, randomBytes } from 'node:crypto'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads, type Uploads } from './upload-service.ts'
import { createStreamHashes, type StreamHash, type StreamHashes } from './stream-hash.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const SIZE = 600_000
const bytes = randomBytes(SIZE)
const halves = [bytes.subarray(0, SIZE / 2), bytes.subarray(SIZE / 2)] as const
const sha256 = createHash('sha256').update(bytes).digest('hex')

/** An upload service with hashes of its own. */
function uploadsWith(streamHashes: StreamHashes, maxKeptHashes?: number): Uploads {
  const { services } = holdall
  return createUploads({ ...services, streamHashes }, openBlobs(services.config), maxKeptHashes)
}

const sendTo = (uploads: Uploads, fields: object, batches: AsyncIterable<Buffer> | Iterable<Buffer>) =>
  receiveChunk(uploads, { db: holdall.services.db, userId: ann.userId, fields: { size: SIZE, ...fields }, batches })

/** Sends chunks to an upload service with hashes of its own. */
function serviceWith(streamHashes: StreamHashes) {
  const uploads = uploadsWith(streamHashes)
  return (fields: object, batches: AsyncIterable<Buffer> | Iterable<Buffer>) => sendTo(uploads, fields, batches)
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

test('bytes that arrive as several megabytes at a time are stored and hashed whole', async () => {
  const large = randomBytes(3_000_000)
  const parts = [large.subarray(0, 700_000), large.subarray(700_000, 2_900_000), large.subarray(2_900_000)]
  const { services } = holdall
  const uploads = createUploads(services, openBlobs(services.config))
  const checksum = createHash('sha256').update(large).digest('hex')
  const fields = { upload_id: uploadId(), offset: 0, size: large.length, checksum }
  await receiveChunk(uploads, { db: services.db, userId: ann.userId, fields, batches: [parts] })
  const { data } = (await ann.get('/api/browse/folders/all')).body
  expect((await ann.get(data[0].attributes.file_url)).raw.rawPayload.equals(large)).toBe(true)
})

test.each([
  ['the size of the file', { upload_id: 'sized', offset: 0 }, 1000, SIZE],
  ['what the request announced', { size: undefined }, 1000, 1000],
  ['nothing when it is unknown', { size: undefined }, undefined, undefined],
])('a hash is told how many bytes will come: %s', async (_what, fields, announced, expected) => {
  const hashes = createStreamHashes()
  const create = jest.spyOn(hashes, 'create')
  const { services } = holdall
  await receiveChunk(uploadsWith(hashes), {
    db: services.db,
    userId: ann.userId,
    fields: { size: SIZE, ...fields },
    batches: [bytes.subarray(0, 1000)],
    ...(announced !== undefined && { announced }),
  })
  expect(create.mock.calls).toEqual([[expected]])
  hashes.close()
})

/** Hashes that are recorded as in use until they are freed, each once. */
function countedHashes() {
  const real = createStreamHashes()
  const inUse = new Set<StreamHash>()
  function counted(hash: StreamHash): StreamHash {
    inUse.add(hash)
    return {
      ...hash,
      copy: () => {
        const copy = hash.copy()
        return copy && counted(copy)
      },
      free() {
        if (!inUse.delete(hash)) throw new Error('a hash was freed twice')
        hash.free()
      },
    }
  }
  return { hashes: { ...real, create: (expected: number | undefined) => counted(real.create(expected)) }, inUse }
}

describe('the hash of an upload is freed', () => {
  const { hashes, inUse } = countedHashes()
  afterAll(() => hashes.close())
  afterEach(() => expect(inUse.size).toBe(0))
  const third = SIZE / 3
  const part = (n: number) => [bytes.subarray(n * third, (n + 1) * third)]

  test('when the upload has expired and another begins', async () => {
    const send = serviceWith(hashes)
    await send({ upload_id: uploadId(), offset: 0 }, [halves[0]])
    const current = uploadId()
    holdall.clock.advance(day / 2)
    await send({ upload_id: current, offset: 0 }, [halves[0]])
    expect(inUse.size).toBe(2)
    holdall.clock.advance(day / 2 + 1)
    await send({ upload_id: uploadId(), offset: 0 }, [bytes])
    expect(inUse.size).toBe(1)
    await send({ upload_id: current, offset: SIZE / 2 }, [halves[1]])
  })

  test('when the next chunk has a newer one, and at the end of the file', async () => {
    const send = serviceWith(hashes)
    const id = uploadId()
    for (const n of [0, 1]) {
      await send({ upload_id: id, offset: n * third }, part(n))
      expect(inUse.size).toBe(1)
    }
    await send({ upload_id: id, offset: 2 * third }, part(2))
  })

  test('when the upload is canceled', async () => {
    const uploads = uploadsWith(hashes)
    const id = uploadId()
    await sendTo(uploads, { upload_id: id, offset: 0 }, part(0))
    expect(inUse.size).toBe(1)
    await uploads.abort({ actor: `u:${ann.userId}`, upload_id: id })
    expect(inUse.size).toBe(0)
    // The freed one is not freed again.
    holdall.clock.advance(day + 1)
    await sendTo(uploads, { upload_id: uploadId(), offset: 0 }, [bytes])
  })

  test('of a chunk that is refused, and not the one up to there', async () => {
    const send = serviceWith(hashes)
    const id = uploadId()
    await send({ upload_id: id, offset: 0 }, part(0))
    const refusals = [
      { refused: { checksum: '0'.repeat(64) }, code: 'checksum-mismatch' },
      { refused: { is_last_chunk: true }, code: 'upload-conflict' },
    ]
    for (const { refused, code } of refusals) {
      await expect(send({ upload_id: id, offset: third, ...refused }, part(1))).rejects.toMatchObject({ code })
      expect(inUse.size).toBe(1)
    }
    const checksum = createHash('sha256').update(part(1)[0]!).digest('hex')
    await send({ upload_id: id, offset: third, checksum }, part(1))
    expect(inUse.size).toBe(1)
    await expect(send({ upload_id: id, offset: 2 * third }, part(2))).resolves.toMatchObject({ entry: { sha256 } })
  })

  test('when another process received a chunk, and the file is hashed from the disk', async () => {
    const [send, elsewhere] = [serviceWith(hashes), serviceWith(createStreamHashes())]
    const id = uploadId()
    await send({ upload_id: id, offset: 0 }, part(0))
    await elsewhere({ upload_id: id, offset: third }, part(1))
    expect(inUse.size).toBe(1)
    const last = 2 * third
    await send({ upload_id: id, offset: last }, [bytes.subarray(last, last + 1000)])
    expect(inUse.size).toBe(0)
    const received = await send({ upload_id: id, offset: last + 1000 }, [bytes.subarray(last + 1000)])
    expect(received).toMatchObject({ entry: { sha256 } })
  })

  test('when more uploads are open than hashes are kept, those begun first', async () => {
    const uploads = uploadsWith(hashes, 2)
    const ids = [uploadId(), uploadId(), uploadId()]
    for (const id of ids) await sendTo(uploads, { upload_id: id, offset: 0 }, [halves[0]])
    expect(inUse.size).toBe(2)
    const left: number[] = []
    for (const id of ids) {
      const received = await sendTo(uploads, { upload_id: id, offset: SIZE / 2 }, [halves[1]])
      expect(received).toMatchObject({ entry: { sha256 } })
      left.push(inUse.size)
    }
    expect(left).toEqual([2, 1, 0])
  })
})
