import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { hour } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, put, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads } from './upload-service.ts'
import { expireUploads } from './upload-jobs.ts'

const QUOTA = 100_000

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: QUOTA })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const url = '/api/upload/chunks'

/** What uploads hold by the user's row and by their own rows, for comparison with the sent bytes. */
async function held(): Promise<{ user: number; uploads: number[] }> {
  const { db } = holdall.services
  const user = await db.selectFrom('users').selectAll().where('id', '=', ann.userId).executeTakeFirstOrThrow()
  const uploads = await db.selectFrom('uploads').selectAll().where('owner_id', '=', ann.userId).execute()
  return { user: user.reserved_bytes, uploads: uploads.map(({ reserved }) => reserved) }
}

const bare = (bytes: Buffer, last: '0' | '1' = '0', more: readonly (readonly [string, string])[] = []) =>
  ann.form(url, [['name', 'bare'], ['is_last_chunk', last], ...more, ['chunk', bytes]]) // oxfmt-ignore

test('an acknowledged bare chunk holds its bytes and none of what its form had around them', async () => {
  expect((await bare(Buffer.alloc(1000, 1))).status).toBe(200)
  expect(await held()).toEqual({ user: 1000, uploads: [1000] })
  expect((await bare(Buffer.alloc(500, 1))).status).toBe(200)
  expect(await held()).toEqual({ user: 1500, uploads: [1500] })
  expect((await put(ann, 'rest', Buffer.alloc(QUOTA - 1500, 1))).status).toBe(201)
})

test('a refused bare chunk holds what was acknowledged before it', async () => {
  await bare(Buffer.alloc(1000, 1))
  const refused = await bare(Buffer.alloc(5000, 1), '0', [['checksum', '0'.repeat(64)]])
  expect(refused.body.code).toBe('checksum-mismatch')
  expect(await held()).toEqual({ user: 1000, uploads: [1000] })
  const done = await bare(Buffer.alloc(10, 2), '1')
  expect(done.body.data.attributes.filesize).toBe(1010)
})

test('a refused chunk of a known size leaves the whole size held', async () => {
  const fields = { name: 'a', upload_id: uploadId(), offset: 0, size: 2000 }
  await ann.raw(url, { ...fields, checksum: '0'.repeat(64) }, Buffer.alloc(1000, 1))
  expect(await held()).toEqual({ user: 2000, uploads: [2000] })
})

test('a whole-file upload that fails ends at once', async () => {
  const refused = await ann.form('/api/upload', [
    ['name', 'a'],
    ['checksum', '0'.repeat(64)],
    ['file', Buffer.alloc(QUOTA, 1)],
  ])
  expect(refused.body.code).toBe('checksum-mismatch')
  expect(await held()).toEqual({ user: 0, uploads: [] })
  expect((await put(ann, 'a', Buffer.alloc(QUOTA, 1))).status).toBe(201)
})

test('every chunk extends the expiry of an upload by a day', async () => {
  const fields = { name: 'a', upload_id: uploadId(), size: 30 }
  for (const offset of [0, 10]) {
    const { status, body } = await ann.raw(url, { ...fields, offset }, Buffer.alloc(10, 1))
    expect(status).toBe(200)
    const leftMs = Date.parse(body.data.attributes.expires_at) - holdall.clock.now()
    expect(leftMs).toBeGreaterThan(23.9 * hour)
    holdall.clock.advance(20 * hour)
    await expireUploads(holdall.services)
  }
  expect((await ann.raw(url, { ...fields, offset: 20 }, Buffer.alloc(10, 1))).status).toBe(201)
})

test.each([
  ['what the request announced', 5000, QUOTA, [5000, 5000]],
  ['64 MiB when nothing is announced', undefined, null, [64 * 1024 * 1024, 64 * 1024 * 1024]],
  ['64 MiB of a larger request', 80_000_000, null, [64 * 1024 * 1024, 64 * 1024 * 1024]],
  ['what came where no more is left', undefined, QUOTA, [1000, 1200]],
])('a chunk of an unknown size holds %s from its first bytes on', async (_what, announced, quota, expected) => {
  const { services } = holdall
  await services.db.updateTable('users').set({ quota_bytes: quota }).where('id', '=', ann.userId).execute()
  const whileReceiving: number[] = []
  const uploads = createUploads(services, openBlobs(services.config))
  await receiveChunk(uploads, {
    db: services.db,
    userId: ann.userId,
    fields: {},
    batches: (async function* () {
      for (const size of [1000, 200]) {
        yield Buffer.alloc(size, 1)
        whileReceiving.push((await held()).user)
      }
      yield Buffer.alloc(300, 1)
    })(),
    ...(announced !== undefined && { announced }),
  })
  expect(whileReceiving).toEqual(expected)
  expect(await held()).toEqual({ user: 1500, uploads: [1500] })
})
