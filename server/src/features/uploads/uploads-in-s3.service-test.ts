import { randomBytes } from 'node:crypto'
import { day } from '../../infrastructure/clock.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { batchesOf } from '../../testing/blob-bytes.ts'
import { failing, type FaultProxy, faultProxy } from '../../testing/fault-proxy.ts'
import { expectCountersToMatchRows } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { testS3 } from '../../testing/test-storage.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import { removeOrphans } from '../storage/garbage.ts'

let proxy: FaultProxy
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  const s3 = testS3()!
  proxy = await faultProxy(s3.endpoint)
  holdall = await testApp({ config: { storage: { driver: 's3', s3: { ...s3, endpoint: proxy.endpoint } } } })
})
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => proxy.fail())
afterAll(async () => {
  await holdall.close()
  await proxy.close()
})

const inTwoDays = () => ({ now: () => holdall.clock.now() + 2 * day })

async function listed(): Promise<string[]> {
  const found: string[] = []
  const blobs = openBlobs(holdall.services.config)
  for await (const { id } of blobs.list()) found.push(id)
  blobs.close()
  return found
}

test('an upload during 503 answers busy, loses nothing, and continues', async () => {
  const bytes = randomBytes(20_000_000)
  const chunk = (offset: number, length: number) => {
    const fields = { name: 'a.bin', upload_id: 'upload-503', offset, size: bytes.length }
    return ann.raw('/api/upload/chunks', fields, bytes.subarray(offset, offset + length))
  }
  expect((await chunk(0, 10_000_000)).status).toBe(200)
  proxy.fail(failing(/^PUT/, { kind: 'status', status: 503 }))
  const refused = await chunk(10_000_000, 10_000_000)
  expect([refused.status, refused.body.code, refused.raw.headers['retry-after']]).toEqual([503, 'busy', '5'])
  expect((await ann.get('/api/upload/upload-503')).body.data.attributes.offset).toBe(10_000_000)
  proxy.fail(failing(/^POST/, { kind: 'status', status: 503 }))
  expect((await chunk(10_000_000, 10_000_000)).status).toBe(503)
  proxy.fail()
  const done = await chunk(10_000_000, 10_000_000)
  expect(done.status).toBe(201)
  expect((await ann.get(done.body.data.attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
  await expectCountersToMatchRows(holdall.services.db)
})

test('a download answers busy while the storage fails, and a zip names what it lacks', async () => {
  const fields = { name: 'b.txt', upload_id: 'upload-b', offset: 0, size: 4 }
  const { body } = await ann.raw('/api/upload/chunks', fields, Buffer.from('text'))
  proxy.fail(failing(/^GET .*blobs/, { kind: 'status', status: 503 }))
  const refused = await ann.get(body.data.attributes.file_url)
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  proxy.fail()
  expect((await ann.get(body.data.attributes.file_url)).raw.body).toBe('text')
})

test('a canceled upload leaves nothing in the bucket', async () => {
  const fields = { name: 'c.bin', upload_id: 'upload-c', offset: 0, size: 30_000_000 }
  const before = await listed()
  expect((await ann.raw('/api/upload/chunks', fields, randomBytes(10_000_000))).status).toBe(200)
  expect((await listed()).length).toBe(before.length + 2)
  await ann.request({ method: 'DELETE', url: '/api/upload/upload-c' })
  expect(await listed()).toEqual(before)
})

test('the sweep removes what no row names and what is left of writing a file, never that of an open upload', async () => {
  const fields = { name: 'd.bin', upload_id: 'upload-d', offset: 0, size: 30_000_000 }
  const bytes = randomBytes(30_000_000)
  await ann.raw('/api/upload/chunks', fields, bytes.subarray(0, 10_000_000))
  const small = { name: 'e.txt', upload_id: 'upload-e', offset: 0, size: 4 }
  const { body } = await ann.raw('/api/upload/chunks', small, Buffer.from('text'))
  const stored = await entryOfOwner(holdall.services.db, ann.userId, body.data.id)
  const before = await listed()

  const killed = openBlobs(holdall.services.config)
  for (const id of ['orphan-of-killed-process', stored!.blob_id!]) {
    await killed.writeAt(id, 0, batchesOf(randomBytes(9_000_000)), 9_000_000)
    await killed.keep(id)
  }
  killed.close()
  const fresh = openBlobs(holdall.services.config)
  expect(await removeOrphans(holdall.services, fresh)).toBe(0)
  expect(await removeOrphans({ ...holdall.services, clock: inTwoDays() }, fresh)).toBe(2)
  fresh.close()
  expect((await listed()).toSorted()).toEqual(before.toSorted())
  const done = await ann.raw('/api/upload/chunks', { ...fields, offset: 10_000_000 }, bytes.subarray(10_000_000))
  expect((await ann.get(done.body.data.attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
})
