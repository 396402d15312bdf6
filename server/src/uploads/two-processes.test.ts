import { createHash, randomBytes } from 'node:crypto'
import { openBlobs } from '../blobs/open.ts'
import { expectBooksToBalance, uploadId } from '../files/scene.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'
import { receiveChunk } from './scene.ts'
import { createUploads, type Uploads } from './service.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: 1_000_000 })))
afterEach(() => expectBooksToBalance(holdall.services.db))

/** What a process keeps in memory, beside the same database and disk. */
const process = () => createUploads(holdall.services, openBlobs(holdall.services.config))

interface Chunk {
  readonly id: string
  readonly offset: number
  readonly size: number
  readonly bytes: readonly Buffer[]
  /** Runs before the last of `bytes`. */
  readonly meanwhile?: () => Promise<unknown>
}

const send = (uploads: Uploads, { id, offset, size, bytes, meanwhile }: Chunk) =>
  receiveChunk(uploads, {
    db: holdall.services.db,
    userId: ann.userId,
    fields: { name: 'a.bin', upload_id: id, offset, size },
    batches: (async function* () {
      for (const [n, some] of bytes.entries()) {
        if (n === bytes.length - 1) await meanwhile?.()
        yield some
      }
    })(),
  })

test('the hash covers chunks that went past another process', async () => {
  const [first, second] = [process(), process()]
  const id = uploadId()
  const bytes = randomBytes(3000)
  const part = (n: number) => ({ id, size: 3000, offset: n * 1000, bytes: [bytes.subarray(n * 1000, (n + 1) * 1000)] })
  await send(first, part(0))
  await send(second, part(1))
  const received = await send(first, part(2))
  if (received.kind !== 'file') throw new Error('the file is not there')
  expect(received.entry.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('a chunk is acknowledged only where another process has not moved the offset', async () => {
  const uploads = process()
  const id = uploadId()
  const [some, more] = [randomBytes(500), randomBytes(500)]
  const { db } = holdall.services
  const elsewhere = () => db.updateTable('uploads').set({ offset: 800 }).where('upload_id', '=', id).execute()
  const sending = send(uploads, { id, offset: 0, size: 3000, bytes: [some, more], meanwhile: elsewhere })
  await expect(sending).rejects.toMatchObject({ code: 'upload-conflict' })
  const state = await ann.get(`/api/upload/${id}`)
  expect(state.body.data.attributes.offset).toBe(800)
})

test('a last chunk makes no file where another process has moved the offset', async () => {
  const uploads = process()
  const id = uploadId()
  const { db } = holdall.services
  const elsewhere = () => db.updateTable('uploads').set({ offset: 800 }).where('upload_id', '=', id).execute()
  const bytes = [randomBytes(500), randomBytes(500)]
  const sending = send(uploads, { id, offset: 0, size: 1000, bytes, meanwhile: elsewhere })
  await expect(sending).rejects.toMatchObject({ code: 'upload-conflict' })
  expect(
    await db
      .selectFrom('entries')
      .select('id')
      .where('name', '=', 'a.bin')
      .where('owner_id', '=', ann.userId)
      .execute(),
  ).toEqual([])
})
