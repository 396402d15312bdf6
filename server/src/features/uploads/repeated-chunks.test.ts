import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, names, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads, type Uploads } from './upload-service.ts'

let holdall: TestApp
let ann: SignedIn
let uploads: Uploads
beforeAll(async () => {
  holdall = await testApp()
  uploads = createUploads(holdall.services, openBlobs(holdall.services.config))
})
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const bytes = (length: number) => Buffer.alloc(length, 1)
const send = (fields: object, batches: Iterable<Buffer> | AsyncIterable<Buffer>, service = uploads) =>
  receiveChunk(service, { db: holdall.services.db, userId: ann.userId, fields, batches })

describe('a chunk that begins before the offset', () => {
  const begun = async () => {
    const fields = { upload_id: uploadId(), size: 100 }
    await send({ ...fields, offset: 0 }, [bytes(10)])
    return fields
  }

  test.each([
    ['in its last batch', [4, 6]],
    ['in a batch before its last', [10]],
  ])('is acknowledged where it ends at the offset, %s', async (_where, batches) => {
    const fields = await begun()
    const received = await send({ ...fields, offset: 0 }, batches.map(bytes))
    expect(received).toMatchObject({ kind: 'progress', upload: { offset: 10 } })
  })

  test.each([
    ['goes over it', [4, 7]],
    ['ends a batch at it and has more', [10, 1]],
  ])('is refused with the offset when it %s', async (_where, batches) => {
    const fields = await begun()
    await expect(send({ ...fields, offset: 0 }, batches.map(bytes))).rejects.toMatchObject({
      code: 'wrong-offset',
      details: { offset: 10 },
    })
  })

  test('is received no longer than until it is known to be wrong', async () => {
    const fields = await begun()
    let isAskedForMore = false
    const batches = (async function* () {
      yield bytes(11)
      isAskedForMore = true
      yield bytes(11)
    })()
    await expect(send({ ...fields, offset: 0 }, batches)).rejects.toMatchObject({ code: 'wrong-offset' })
    expect(isAskedForMore).toBe(false)
  })
})

test('an upload without an offset of which nothing was acknowledged when its process was killed starts again', async () => {
  const { services } = holdall
  let isKilled = false
  const killed = createUploads(
    { ...services, transact: (work) => (isKilled ? Promise.reject(new Error('killed')) : services.transact(work)) },
    openBlobs(services.config),
  )
  const batches = (async function* () {
    isKilled = true
    yield bytes(10)
  })()
  await expect(send({}, batches, killed)).rejects.toThrow('killed')
  const left = await services.db
    .selectFrom('uploads')
    .select('offset')
    .where('owner_id', '=', ann.userId)
    .executeTakeFirst()
  expect(left).toEqual({ offset: 0 })
  holdall.clock.advance(day + 1)
  expect(await send({ is_last_chunk: true }, [bytes(20)])).toMatchObject({ kind: 'file', entry: { size: 20 } })
  expect(await names(ann)).toEqual(['a'])
})
