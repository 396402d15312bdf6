import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import { day } from '../../infrastructure/clock.ts'
import type { Transact } from '../../infrastructure/db/transact.ts'
import { expectCountersToMatchRows, file, names, put, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { testOnDisk } from '../../testing/test-on-disk.ts'
import { testS3 } from '../../testing/test-storage.ts'
import { until } from '../../testing/until.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads, type Uploads } from './upload-service.ts'

let holdall: TestApp
let ann: SignedIn
let port: number
beforeAll(async () => {
  holdall = await testApp()
  await holdall.app.listen({ port: 0, host: '127.0.0.1' })
  port = (holdall.app.server.address() as { port: number }).port
})
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: 50_000_000 })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const cookieOf = (client: SignedIn) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Files with content of this Holdall that this process has open. */
function openBytes(): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return links.filter((path) => path.startsWith(`${holdall.services.config.dataDir}/`) && !path.includes('.sqlite'))
}

/** A flush in the background has a file open for as long as the disk takes. */
const untilClosed = () => until(() => openBytes().length === 0)

async function requestOn(head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head}\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookieOf(ann)}\r\n`)
  return socket
}

test('a connection that breaks in the middle of a chunk leaves the offset where it was', async () => {
  const bytes = randomBytes(3_000_000)
  const fields = { name: 'a', upload_id: uploadId(), size: bytes.length }
  await ann.raw('/api/upload/chunks', { ...fields, offset: 0 }, bytes.subarray(0, 1000))
  for (let i = 0; i < 5; i++) {
    const query = new URLSearchParams({ ...fields, size: String(fields.size), offset: '1000' })
    const socket = await requestOn(`POST /api/upload/chunks?${query} HTTP/1.1`)
    socket.write(`content-type: application/octet-stream\r\ncontent-length: ${bytes.length - 1000}\r\n\r\n`)
    socket.write(bytes.subarray(1000, 2_000_000))
    await sleep(30)
    socket.destroy()
  }
  await untilClosed()
  const state = await ann.get(`/api/upload/${fields.upload_id}`)
  expect(state.body.data.attributes.offset).toBe(1000)
  const done = await ann.raw('/api/upload/chunks', { ...fields, offset: 1000 }, bytes.subarray(1000))
  expect((await ann.get(done.body.data.attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
})

testOnDisk('a receiver that disconnects in the middle of a download leaves no file open', async () => {
  const entry = await file(ann, 'large', randomBytes(12_000_000))
  // Files that were read before are kept open for some seconds.
  await untilClosed()
  const sockets = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = await requestOn(`GET ${entry.attributes.file_url} HTTP/1.1`)
      socket.write('\r\n')
      await once(socket, 'data')
      socket.pause()
      return socket
    }),
  )
  // Readers of one file share it.
  expect(new Set(openBytes()).size).toBe(1)
  for (const socket of sockets) socket.destroy()
  await untilClosed()
})

test('a body that is refused while it is sent gets its response, and the connection stays open', async () => {
  await holdall.services.settings.set('upload.limit_bytes', 1000)
  try {
    const query = new URLSearchParams({ name: 'a', upload_id: uploadId(), offset: '0', size: '5000000' })
    const socket = await requestOn(`POST /api/upload/chunks?${query} HTTP/1.1`)
    socket.write('content-type: application/octet-stream\r\ncontent-length: 5000000\r\n\r\n')
    socket.write(Buffer.alloc(5_000_000))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
    socket.write(`GET /api/user HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookieOf(ann)}\r\n\r\n`)
    const [next] = (await once(socket, 'data')) as [Buffer]
    expect(next.toString()).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
  } finally {
    await holdall.services.settings.set('upload.limit_bytes', 0)
  }
})

test.each([
  // On S3 what was acknowledged is durable.
  ...(testS3() ? [] : [['that a power cut may have damaged', false] as const]),
  ['that has expired', true] as const,
])('an upload without an offset %s is refused once, and then starts again', async (_which, isExpired) => {
  const chunk = (fields: object, bytes: Buffer) => ann.raw('/api/upload/chunks', { name: 'a', ...fields }, bytes)
  const bytes = randomBytes(3000)
  await chunk({ is_last_chunk: 0 }, bytes.subarray(0, 1000))
  const mine = holdall.services.db.selectFrom('uploads').selectAll().where('owner_id', '=', ann.userId)
  const { blob_id } = await mine.executeTakeFirstOrThrow()
  const longAgo = new Date('2020-01-01')
  if (isExpired) holdall.clock.advance(day + 1)
  else await utimes(join(holdall.services.config.dataDir, 'partial', blob_id), longAgo, longAgo)
  const answer = await chunk({ is_last_chunk: 1 }, bytes.subarray(1000))
  expect([answer.status, answer.body.code]).toEqual([409, 'upload-conflict'])
  expect(await names(ann)).toEqual([])
  expect(await mine.execute()).toEqual([])
  const done = await chunk({ is_last_chunk: 1 }, bytes)
  expect((await ann.get(done.body.data.attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
})

testOnDisk(
  'after a power cut an unfinished upload starts again, because it is unknown what reached the disk',
  async () => {
    const bytes = randomBytes(3000)
    const fields = { name: 'a', upload_id: uploadId(), size: bytes.length }
    await ann.raw('/api/upload/chunks', { ...fields, offset: 0 }, bytes.subarray(0, 1000))
    const { blob_id } = await holdall.services.db
      .selectFrom('uploads')
      .select('blob_id')
      .where('upload_id', '=', fields.upload_id)
      .executeTakeFirstOrThrow()
    const longAgo = new Date('2020-01-01')
    await utimes(join(holdall.services.config.dataDir, 'partial', blob_id), longAgo, longAgo)
    const answer = await ann.raw('/api/upload/chunks', { ...fields, offset: 1000 }, bytes.subarray(1000))
    expect([answer.status, answer.body.code, answer.body.offset]).toEqual([409, 'wrong-offset', 0])
    expect((await ann.raw('/api/upload/chunks', { ...fields, offset: 0 }, bytes)).status).toBe(201)
  },
)

const receive = (uploads: Uploads, fields: object, bytes: Buffer) =>
  receiveChunk(uploads, {
    db: holdall.services.db,
    userId: ann.userId,
    fields,
    batches: [bytes],
    announced: bytes.length,
  })

test.each([
  ['of the last chunk', true],
  ['of a chunk', false],
])('a commit %s whose response is lost keeps what it committed', async (_which, isLast) => {
  const { services } = holdall
  let isLost = false
  const uploads = createUploads(
    {
      ...services,
      transact: async (work) => {
        const value = await services.transact(work)
        const row = await services.db
          .selectFrom('uploads')
          .select('offset')
          .where('owner_id', '=', ann.userId)
          .executeTakeFirst()
        if (isLost && row?.offset !== 1000) throw new Error('connection lost')
        return value
      },
    },
    openBlobs(services.config),
  )
  const bytes = randomBytes(3000)
  await receive(uploads, {}, bytes.subarray(0, 1000))
  isLost = true
  await expect(receive(uploads, { is_last_chunk: isLast }, bytes.subarray(1000, 2000))).rejects.toThrow(
    'connection lost',
  )
  isLost = false
  await expectCountersToMatchRows(services.db)
  if (!isLast) await receive(uploads, { is_last_chunk: true }, bytes.subarray(2000))
  const { data } = (await ann.get('/api/browse/folders/all')).body
  expect((await ann.get(data[0].attributes.file_url)).raw.rawPayload).toEqual(bytes.subarray(0, isLast ? 2000 : 3000))
})

/** Uploads whose connection is lost in the middle of the commit that moves an upload on from offset 1000. */
function committingLate() {
  const { services } = holdall
  let end: () => void = () => undefined
  let isLost = false
  let committing: Promise<unknown> = Promise.resolve()
  const transact: Transact = (work) => {
    // Nothing else may have happened until somebody waits for it.
    end()
    return new Promise((resolve, reject) => {
      const done = services.transact(async (trx) => {
        const value = await work(trx)
        const mine = trx.selectFrom('uploads').select('offset').where('owner_id', '=', ann.userId)
        if (isLost && (await mine.executeTakeFirst())?.offset !== 1000) {
          isLost = false
          committing = done
          const ended = new Promise<void>((release) => (end = release))
          reject(new Error('connection lost'))
          await ended
        }
        return value
      })
      done.then(resolve, reject)
    })
  }
  return {
    uploads: createUploads({ ...services, transact }, openBlobs(services.config)),
    loseNext: () => void (isLost = true),
    async commit() {
      end()
      await committing
    },
  }
}

test.each([
  ['of the last chunk', {}, true],
  ['of a chunk', {}, false],
  ['of the last chunk of an upload with a size', { size: 2000 }, true],
  ['of a chunk of an upload with a size', { size: 3000 }, false],
])('a commit %s that ends after its connection was lost keeps what it committed', async (_which, fields, isLast) => {
  const { uploads, loseNext, commit } = committingLate()
  const bytes = randomBytes(3000)
  await receive(uploads, fields, bytes.subarray(0, 1000))
  loseNext()
  const lost = receive(uploads, { ...fields, is_last_chunk: isLast }, bytes.subarray(1000, 2000))
  await expect(lost).rejects.toThrow('connection lost')
  await commit()
  await expectCountersToMatchRows(holdall.services.db)
  if (!isLast) await receive(uploads, { ...fields, is_last_chunk: true }, bytes.subarray(2000))
  const { data } = (await ann.get('/api/browse/folders/all')).body
  expect((await ann.get(data[0].attributes.file_url)).raw.rawPayload).toEqual(bytes.subarray(0, isLast ? 2000 : 3000))
})

test('a file whose commit ends after its connection was lost is not changed by a repeated chunk that breaks off', async () => {
  const { uploads, loseNext, commit } = committingLate()
  const bytes = randomBytes(3000)
  const fields = { upload_id: uploadId(), size: bytes.length }
  await receive(uploads, { ...fields, offset: 0 }, bytes.subarray(0, 1000))
  loseNext()
  const last = { ...fields, offset: 1000 }
  await expect(receive(uploads, last, bytes.subarray(1000))).rejects.toThrow('connection lost')
  const broken = async function* () {
    yield Buffer.alloc(1000)
    throw new Error('the connection broke')
  }
  const repeated = receiveChunk(uploads, {
    db: holdall.services.db,
    userId: ann.userId,
    fields: last,
    batches: broken(),
  })
  await expect(repeated).rejects.toThrow('the connection broke')
  await commit()
  const { data } = (await ann.get('/api/browse/folders/all')).body
  expect((await ann.get(data[0].attributes.file_url)).raw.rawPayload).toEqual(bytes)
})

describe('a full disk', () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const bytes = randomBytes(100_000)

  const receiveOn = (blobs: BlobStore, id: string) =>
    receive(createUploads(holdall.services, blobs), { upload_id: id, offset: 0, size: bytes.length }, bytes)

  test.each([
    ['while a chunk is written', 'writeAt'],
    ['while the file is made durable', 'complete'],
  ])('%s loses nothing, shows nothing, and the chunk may be sent again', async (_when, step) => {
    const id = uploadId()
    const blobs = openBlobs(holdall.services.config)
    await expect(receiveOn({ ...blobs, [step]: full }, id)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await names(ann)).toEqual([])
    await expectCountersToMatchRows(holdall.services.db)
    const done = await ann.raw('/api/upload/chunks', { name: 'a', upload_id: id, offset: 0, size: bytes.length }, bytes)
    expect(done.status).toBe(201)
    expect((await ann.get(done.body.data.attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
  })

  test.each([
    ['the whole file', 0],
    ['its last part', 60_000],
  ])('a transaction that fails after the file was made durable is repeated with a chunk of %s', async (_of, offset) => {
    const fields = { name: 'a', upload_id: uploadId(), size: bytes.length }
    const { services } = holdall
    if (offset > 0) await ann.raw('/api/upload/chunks', { ...fields, offset: 0 }, bytes.subarray(0, offset))
    const uploads = createUploads(services, openBlobs(services.config))
    await services.db.schema.alterTable('blobs').renameTo('blobs_away').execute()
    await expect(receive(uploads, { ...fields, offset }, bytes.subarray(offset))).rejects.toThrow('blobs')
    await services.db.schema.alterTable('blobs_away').renameTo('blobs').execute()
    expect(await names(ann)).toEqual([])
    const done = await ann.raw('/api/upload/chunks', { ...fields, offset }, bytes.subarray(offset))
    expect((await ann.get(done.body.data.attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
  })
})

// Only SQLite has a lock with which another process can block everything.
const onSqlite = globalThis.HOLDALL_TEST_ENGINE === 'sqlite'
if (onSqlite) {
  test('a locked database answers busy, and the same chunk passes once it is free', async () => {
    const other = new Sqlite(join(holdall.services.config.dataDir, 'holdall.sqlite'))
    const id = uploadId()
    other.exec('begin immediate')
    const busy = await put(ann, 'a', 'some bytes', { upload_id: id })
    expect([busy.status, busy.body.code]).toEqual([503, 'busy'])
    expect(busy.raw.headers['retry-after']).toBeDefined()
    other.exec('commit')
    other.close()
    expect((await put(ann, 'a', 'some bytes', { upload_id: id })).status).toBe(201)
    expect(await names(ann)).toEqual(['a'])
  })
}
