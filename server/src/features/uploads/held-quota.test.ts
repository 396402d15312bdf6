import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { ITEM_BYTES } from '../storage/quota.store.ts'
import { hour } from '../../infrastructure/clock.ts'
import type { Answer, Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, folder, put, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { until } from '../../testing/until.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads } from './upload-service.ts'
import { expireUploads } from './upload-jobs.ts'
import { MAX_OPEN_UPLOADS } from './upload.store.ts'

const QUOTA = 100_000

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
// With one entry.
beforeEach(async () => void (ann = await holdall.signUp({ quota: QUOTA + ITEM_BYTES })))
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
  expect((await put(ann, 'rest', Buffer.alloc(QUOTA - 1500 - ITEM_BYTES, 1))).status).toBe(201)
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

test('so does a refused bare chunk of a known size', async () => {
  const size = ['size', '2000'] as const
  expect((await bare(Buffer.alloc(1000, 1), '0', [size])).status).toBe(200)
  const refused = await bare(Buffer.alloc(500, 1), '0', [size, ['checksum', '0'.repeat(64)]])
  expect(refused.body.code).toBe('checksum-mismatch')
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

/** Ids by links have to be hard to guess. */
const newId = () => randomBytes(16).toString('hex')
const linkToFolder = async () => {
  const { body } = await ann.post('/api/share', { id: await folder(ann, 'shared'), permission: 'editor' })
  return `/api/sharing/upload/chunks/${body.data.attributes.token as string}`
}
/** The first chunk of a new upload. */
const begin = (client: Client, url: string, bytes: number, fields: Readonly<Record<string, string | number>>) =>
  client.raw(url, { name: 'a', upload_id: newId(), offset: 0, ...fields }, Buffer.alloc(bytes, 1))
async function expectToHoldWhatArrived(send: (size: number) => Promise<Answer>) {
  const { db } = holdall.services
  // With the two uploads.
  await db
    .updateTable('users')
    .set({ quota_bytes: sql`item_count * ${ITEM_BYTES} + ${QUOTA + 2 * ITEM_BYTES}` })
    .where('id', '=', ann.userId)
    .execute()
  expect((await send(QUOTA)).status).toBe(200)
  expect((await held()).user).toBe(1)
  expect((await put(ann, 'own', Buffer.alloc(QUOTA - 1, 1))).status).toBe(201)
}

test('a visitor of a link holds what has arrived of a file, not the announced size', async () => {
  const url = await linkToFolder()
  await expectToHoldWhatArrived((size) => begin(holdall.visitor(), url, 1, { size }))
})

test('so does a member of a team folder', async () => {
  const id = await teamFolder(ann)
  const ben = await holdall.signUp()
  await join(ann, id, ben)
  await expectToHoldWhatArrived((size) => begin(ben, '/api/upload/chunks', 1, { size, parent_id: id }))
})

test('a chunk that does not fit any more is refused, and the file can be continued once it fits', async () => {
  const url = await linkToFolder()
  const fields = { upload_id: newId(), size: 60_000 }
  const visitor = holdall.visitor()
  expect((await begin(visitor, url, 30_000, fields)).status).toBe(200)
  const { body } = await put(ann, 'own', Buffer.alloc(60_000, 1))
  const rest = () => begin(visitor, url, 30_000, { ...fields, offset: 30_000 })
  expect((await rest()).body.code).toBe('quota-exceeded')
  expect((await held()).user).toBe(30_000)
  await ann.post('/api/remove', { items: [{ id: body.data.id, force_delete: true }] })
  expect((await rest()).status).toBe(201)
  expect((await held()).user).toBe(0)
})

test('unfinished uploads of a link hold at most half of what is free without them', async () => {
  const url = await linkToFolder()
  const visitor = holdall.visitor()
  for (const size of [30_000, 30_000]) expect((await begin(visitor, url, size, { size: size + 1 })).status).toBe(200)
  const third = await begin(visitor, url, 1, { size: 2 })
  expect([third.status, third.body.code]).toEqual([503, 'busy'])
  expect((await put(ann, 'own', Buffer.alloc(35_000, 1))).status).toBe(201)
})

test('an account has a limited number of unfinished uploads, and may begin another one when one has ended', async () => {
  ann = await holdall.signUp()
  const ids: string[] = []
  for (let n = 0; n < MAX_OPEN_UPLOADS; n++) {
    ids.push(newId())
    expect((await begin(ann, url, 1, { upload_id: ids[n]!, size: 2 })).status).toBe(200)
  }
  const refused = await begin(ann, url, 1, { size: 2 })
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  expect((await begin(ann, url, 1, { upload_id: ids[0]!, size: 2, offset: 1 })).status).toBe(201)
  expect((await begin(ann, url, 1, { size: 2 })).status).toBe(200)
})

test('of three uploads of unknown size that do not fit together one succeeds', async () => {
  const { services } = holdall
  await services.db
    .updateTable('users')
    .set({ quota_bytes: QUOTA + 3 * ITEM_BYTES })
    .where('id', '=', ann.userId)
    .execute()
  let transactions = 0
  const transact: typeof services.transact = (work) => services.transact(work).finally(() => (transactions += 1))
  const blobs = openBlobs(services.config)
  let isFirst = true
  let filledAt = 0
  const uploads = createUploads(
    { ...services, transact },
    {
      ...blobs,
      async truncate(id, size) {
        // The first one that is refused frees nothing before all three were refused, each of an ample and of the least
        // amount, and it has compared its offset.
        if (isFirst) await until(() => transactions >= filledAt + 7)
        isFirst = false
        await blobs.truncate(id, size)
      },
    },
  )
  const senders = ['a', 'b', 'c'].map((name) => {
    const state = { asked: 0, given: 0, give: () => {} }
    async function* batches() {
      for (let sent = 0; sent < 3; sent++) {
        state.asked += 1
        await new Promise<void>((resolve) => (state.give = resolve))
        yield Buffer.alloc(20_000, 1)
      }
    }
    const fields = { name, is_last_chunk: true }
    const received = receiveChunk(uploads, { db: services.db, userId: ann.userId, fields, batches: batches() })
    return { state, received }
  })
  const ended = Promise.allSettled(senders.map(({ received }) => received))
  const give = async (at: number) => {
    const { state } = senders[at]!
    await until(() => state.asked > state.given)
    state.given += 1
    state.give()
  }
  // 40,000 bytes of the first two and 20,000 of the third one fill the storage.
  for (const at of [0, 1, 2, 0, 1]) {
    await give(at)
    await until(() => senders[at]!.state.asked > senders[at]!.state.given)
  }
  filledAt = transactions
  for (const at of [2, 0, 1]) await give(at)
  const outcomes = (await ended).map((one) => (one.status === 'fulfilled' ? one.value.kind : one.reason.code))
  expect(outcomes.filter((outcome) => outcome === 'file')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'quota-exceeded')).toHaveLength(2)
  expect(await held()).toEqual({ user: 0, uploads: [] })
})
