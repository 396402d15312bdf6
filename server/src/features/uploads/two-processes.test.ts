import { createHash, randomBytes } from 'node:crypto'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { expectCountersToMatchRows, file, folder, names, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads, type Uploads } from './upload-service.ts'
import { abandonUpload } from './upload.store.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: 1_000_000 })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

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

test('the hash covers chunks that another process received', async () => {
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

describe('a chunk whose upload another process canceled meanwhile', () => {
  async function cancelElsewhere() {
    const { db, transact, clock } = holdall.services
    const upload = await db
      .selectFrom('uploads')
      .selectAll()
      .where('owner_id', '=', ann.userId)
      .executeTakeFirstOrThrow()
    await transact((trx) => abandonUpload(trx, upload, clock.now()))
  }
  const sendBare = (batches: AsyncIterable<Buffer>, announced: number) =>
    receiveChunk(process(), {
      db: holdall.services.db,
      userId: ann.userId,
      fields: { checksum: '0'.repeat(64) },
      batches,
      announced,
    })

  test('says why it is refused', async () => {
    const batches = (async function* () {
      yield randomBytes(500)
      await cancelElsewhere()
    })()
    await expect(sendBare(batches, 500)).rejects.toMatchObject({ code: 'checksum-mismatch' })
  })

  test('makes no file', async () => {
    const bytes = [randomBytes(500), randomBytes(500)]
    const sending = send(process(), { id: uploadId(), offset: 0, size: 1000, bytes, meanwhile: cancelElsewhere })
    await expect(sending).rejects.toMatchObject({ code: 'upload-conflict' })
    expect(await names(ann)).not.toContain('a.bin')
  })

  test('takes no more of the quota', async () => {
    const batches = (async function* () {
      yield randomBytes(500)
      await cancelElsewhere()
      yield randomBytes(500)
    })()
    await expect(sendBare(batches, 500)).rejects.toMatchObject({ code: 'upload-conflict' })
  })
})

describe('no file is made', () => {
  const sendInto = (parentId: string, meanwhile?: () => Promise<unknown>) =>
    receiveChunk(process(), {
      db: holdall.services.db,
      userId: ann.userId,
      parentId,
      fields: { upload_id: uploadId(), offset: 0, size: 10 },
      batches: (async function* () {
        yield randomBytes(10)
        await meanwhile?.()
      })(),
    })

  test('in a folder that goes to the trash while its bytes are received', async () => {
    const id = await folder(ann, 'trashed')
    const trash = () => ann.post('/api/remove', { items: [{ id }] })
    await expect(sendInto(id, trash)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('in a file', async () => {
    const { id } = await file(ann, 'not-a-folder')
    await expect(sendInto(id)).rejects.toMatchObject({ code: 'not-found' })
  })
})
