import { createHash, randomBytes } from 'node:crypto'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { expectCountersToMatchRows, folder, names, put, uploadId } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { receiveChunk } from '../../testing/upload-requests.ts'
import { createUploads } from './upload-service.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const url = '/api/upload/chunks'
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function bytesOf(id: string): Promise<Buffer> {
  const row = await holdall.services.db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const pieces: Buffer[] = []
  const blobs = openBlobs(holdall.services.config)
  for await (const piece of blobs.read(row.blob_id!, { start: 0, end: row.size - 1 })) pieces.push(Buffer.from(piece))
  const bytes = Buffer.concat(pieces)
  expect(row.sha256).toBe(sha(bytes))
  return bytes
}

/** Comparing large buffers element by element takes seconds. */
async function expectBytes(id: string, bytes: Buffer): Promise<void> {
  expect((await bytesOf(id)).equals(bytes)).toBe(true)
}

/** Sends `bytes` from `offset` on. */
const send = (id: string, offset: number, bytes: Buffer, more: Record<string, string | number> = {}) =>
  ann.raw(url, { name: 'a.bin', upload_id: id, offset, ...more }, bytes)

describe('refuses', () => {
  test('an anonymous caller', async () => {
    const visitor = holdall.visitor()
    expect((await visitor.raw(url, { name: 'a', upload_id: uploadId(), offset: 0 }, Buffer.from('x'))).status).toBe(401)
    expect(
      (
        await visitor.form(url, [
          ['name', 'a'],
          ['chunk', Buffer.from('x')],
        ])
      ).status,
    ).toBe(401)
  })

  test('defect 3: a folder of somebody else, in every form, and takes none of their quota', async () => {
    const bob = await holdall.signUp()
    const parent_id = await folder(bob, 'his')
    const bytes = Buffer.from('intruder')
    const answers = [
      await put(ann, 'x', bytes, { parent_id }),
      await ann.raw(url, { name: 'x', parent_id, is_last_chunk: 1 }, bytes),
      await ann.form(url, [
        ['parent_id', parent_id],
        ['name', 'x'],
        ['is_last_chunk', '1'],
        ['chunk', bytes],
      ]),
      await ann.form(url, [
        ['name', 'x'],
        ['chunk', bytes],
        ['is_last_chunk', '1'],
        ['parent_id', parent_id],
      ]),
      await ann.form('/api/upload', [
        ['file', bytes],
        ['parent_id', parent_id],
        ['name', 'x'],
      ]),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await names(bob, parent_id)).toEqual([])
    const user = await holdall.services.db
      .selectFrom('users')
      .select(['used_bytes', 'reserved_bytes'])
      .where('id', '=', bob.userId)
      .executeTakeFirstOrThrow()
    expect(user).toEqual({ used_bytes: 0, reserved_bytes: 0 })
  })

  test('a bad name, in the path as well', async () => {
    expect((await put(ann, 'a\u202eb')).body.code).toBe('bad-name')
    expect((await put(ann, 'x', 'x', { path: '/ok/../x' })).body.code).toBe('bad-name')
  })

  test('an empty file, and leaves nothing', async () => {
    const nothing = Buffer.alloc(0)
    for (const answer of [
      await send(uploadId(), 0, nothing, { size: 0 }),
      await send(uploadId(), 0, Buffer.from('x'), { size: 0 }),
      await send(uploadId(), 0, nothing, { is_last_chunk: 1 }),
      await ann.form(url, [
        ['name', 'a'],
        ['chunk', nothing],
        ['is_last_chunk', '1'],
      ]),
      await ann.form('/api/upload', [
        ['name', 'a'],
        ['file', nothing],
      ]),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'empty-file'])
    }
    expect(
      await holdall.services.db.selectFrom('uploads').selectAll().where('owner_id', '=', ann.userId).execute(),
    ).toEqual([])
  })

  test('an offset without an id, and an id without an offset', async () => {
    for (const half of [{ upload_id: uploadId() }, { offset: 0 }]) {
      expect((await ann.raw(url, { name: 'a', ...half }, Buffer.from('x'))).body.code).toBe('validation')
    }
  })
})

describe('with an offset', () => {
  const bytes = randomBytes(300_000)
  const [first, second] = [bytes.subarray(0, 200_000), bytes.subarray(200_000)]

  test('the file is there with its last byte, whole and hashed', async () => {
    const id = uploadId()
    const begun = await send(id, 0, first, { size: bytes.length, checksum: sha(first) })
    expect(begun.status).toBe(200)
    expect(begun.body.data).toMatchObject({ type: 'upload', attributes: { offset: 200_000, status: 'receiving' } })
    expect(await names(ann)).toEqual([])
    expect((await ann.get(`/api/upload/${id}`)).body.data.attributes).toMatchObject({ offset: 200_000, size: 300_000 })
    const done = await send(id, 200_000, second, { size: bytes.length, checksum: sha(second) })
    expect(done.status).toBe(201)
    expect(done.body.data).toMatchObject({ type: 'file', attributes: { name: 'a.bin', filesize: 300_000 } })
    await expectBytes(done.body.data.id, bytes)
  })

  test('defects 17 and 18: a repeated chunk is acknowledged and kept once, the last one too', async () => {
    const id = uploadId()
    const more = { size: bytes.length }
    await send(id, 0, first, more)
    expect((await send(id, 0, first, more)).body.data.attributes.offset).toBe(200_000)
    expect((await send(id, 0, first.subarray(0, 10), more)).body.data.attributes.offset).toBe(200_000)
    const done = await send(id, 200_000, second, more)
    const again = await send(id, 200_000, second, more)
    expect([again.status, again.body.data.id]).toEqual([201, done.body.data.id])
    expect((await send(id, 0, first, more)).body.data.id).toBe(done.body.data.id)
    expect(await names(ann)).toEqual(['a.bin'])
    await expectBytes(done.body.data.id, bytes)
  })

  test('a gap and an overlap are refused with the true offset', async () => {
    const id = uploadId()
    const more = { size: bytes.length }
    expect((await send(id, 5, first, more)).body).toMatchObject({ code: 'wrong-offset', offset: 0 })
    expect((await ann.get(`/api/upload/${id}`)).status).toBe(404)
    await send(id, 0, first, more)
    for (const offset of [199_999, 200_001, 300_000]) {
      const { status, body } = await send(id, offset, second.subarray(0, 50), more)
      expect([status, body.code, body.offset]).toEqual([409, 'wrong-offset', 200_000])
    }
    await expectBytes((await send(id, 200_000, second, more)).body.data.id, bytes)
  })

  test('a chunk with the wrong checksum is refused and may be sent again', async () => {
    const id = uploadId()
    const more = { size: bytes.length }
    await send(id, 0, first, more)
    const damaged = Buffer.from(second)
    damaged[5]! ^= 1
    const { status, body } = await send(id, 200_000, damaged, { ...more, checksum: sha(second) })
    expect([status, body.code]).toEqual([409, 'checksum-mismatch'])
    expect((await ann.get(`/api/upload/${id}`)).body.data.attributes.offset).toBe(200_000)
    const done = await send(id, 200_000, second, { ...more, checksum: sha(second) })
    await expectBytes(done.body.data.id, bytes)
  })

  test('more bytes than announced and an early last chunk are refused', async () => {
    const id = uploadId()
    expect((await send(id, 0, bytes, { size: 1000 })).body.code).toBe('upload-conflict')
    expect((await send(id, 0, bytes.subarray(0, 500), { size: 1000, is_last_chunk: 1 })).body.code).toBe(
      'upload-conflict',
    )
    expect((await send(id, 0, bytes.subarray(0, 400), { size: 1000 })).status).toBe(200)
    expect((await send(id, 400, bytes.subarray(400, 1001), { size: 1000 })).body.code).toBe('upload-conflict')
    const done = await send(id, 400, bytes.subarray(400, 1000), { size: 1000 })
    await expectBytes(done.body.data.id, bytes.subarray(0, 1000))
  })

  test('continuing with another name, size or folder is refused', async () => {
    const id = uploadId()
    await send(id, 0, first, { size: bytes.length })
    const other = await folder(ann, 'other')
    for (const change of [{ name: 'b.bin' }, { size: 400_000 }, { parent_id: other }, { path: '/x/a.bin' }]) {
      const answer = await send(id, 200_000, second, { size: bytes.length, ...change })
      expect([answer.status, answer.body.code]).toEqual([409, 'upload-conflict'])
    }
  })

  test('the same chunk sent by four connections at once is kept once', async () => {
    const id = uploadId()
    const more = { size: bytes.length }
    const begun = await Promise.all(Array.from({ length: 4 }, () => send(id, 0, first, more)))
    expect(begun.map(({ body }) => body.data.attributes.offset)).toEqual([200_000, 200_000, 200_000, 200_000])
    const done = await Promise.all(Array.from({ length: 4 }, () => send(id, 200_000, second, more)))
    expect(new Set(done.map(({ body }) => body.data.id)).size).toBe(1)
    await expectBytes(done[0]!.body.data.id, bytes)
  })

  test('defect 17: uploads of two users with the same id and name do not mix', async () => {
    const bob = await holdall.signUp()
    const id = uploadId()
    const more = { size: bytes.length }
    const his = randomBytes(200_000)
    await send(id, 0, first, more)
    await bob.raw(url, { name: 'a.bin', upload_id: id, offset: 0, size: 250_000 }, his)
    const done = await send(id, 200_000, second, more)
    await expectBytes(done.body.data.id, bytes)
    expect((await bob.get(`/api/upload/${id}`)).body.data.attributes.size).toBe(250_000)
    const carol = await holdall.signUp()
    expect((await carol.get(`/api/upload/${id}`)).status).toBe(404)
    expect((await carol.delete(`/api/upload/${id}`)).status).toBe(404)
  })

  test('continues after a restart, hashing what is on the disk', async () => {
    const id = uploadId()
    await send(id, 0, first, { size: bytes.length })
    const { services } = holdall
    const restarted = createUploads(services, openBlobs(services.config))
    const fields = { name: 'a.bin', upload_id: id, offset: 200_000, size: bytes.length }
    const received = await receiveChunk(restarted, { db: services.db, userId: ann.userId, fields, batches: [second] })
    if (received.kind !== 'file') throw new Error('the file is not there')
    await expectBytes(received.entry.id, bytes)
  })

  test('aborting frees quota and bytes', async () => {
    const id = uploadId()
    await send(id, 0, first, { size: bytes.length })
    const { blob_id } = await holdall.services.db
      .selectFrom('uploads')
      .select('blob_id')
      .where('upload_id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await ann.delete(`/api/upload/${id}`)).status).toBe(204)
    expect((await ann.get(`/api/upload/${id}`)).status).toBe(404)
    const left: string[] = []
    for await (const blob of openBlobs(holdall.services.config).list()) left.push(blob.id)
    expect(left).not.toContain(blob_id)
  })
})

describe('in the form of the specification', () => {
  const bytes = randomBytes(5000)

  test('chunks of one name are appended and the last one makes the file', async () => {
    const part = (chunk: Buffer, last: '0' | '1') =>
      ann.form(url, [
        ['name', 'my-file.bin'],
        ['chunk', chunk],
        ['extension', 'bin'],
        ['is_last_chunk', last],
      ])
    expect((await part(bytes.subarray(0, 2000), '0')).body.data.attributes).toMatchObject({ offset: 2000, size: null })
    expect((await part(bytes.subarray(2000, 4000), '0')).status).toBe(200)
    const done = await part(bytes.subarray(4000), '1')
    expect(done.status).toBe(201)
    await expectBytes(done.body.data.id, bytes)
    expect((await part(bytes, '1')).body.data.attributes.name).toBe('my-file (2).bin')
  })

  test('two people sending the same name do not mix', async () => {
    const bob = await holdall.signUp()
    await ann.raw(url, { name: 'same' }, Buffer.from('ann 1 '))
    await bob.raw(url, { name: 'same' }, Buffer.from('bob 1 '))
    const hers = await ann.raw(url, { name: 'same', is_last_chunk: 1 }, Buffer.from('ann 2'))
    const his = await bob.raw(url, { name: 'same', is_last_chunk: 1 }, Buffer.from('bob 2'))
    expect((await bytesOf(hers.body.data.id)).toString()).toBe('ann 1 ann 2')
    expect((await bytesOf(his.body.data.id)).toString()).toBe('bob 1 bob 2')
  })

  test('the same name in two folders does not mix', async () => {
    const [a, b] = [await folder(ann, 'a'), await folder(ann, 'b')]
    await ann.raw(url, { name: 'same', parent_id: a }, Buffer.from('in a, '))
    const inB = await ann.raw(url, { name: 'same', parent_id: b, is_last_chunk: 1 }, Buffer.from('in b'))
    expect((await bytesOf(inB.body.data.id)).toString()).toBe('in b')
  })

  test('the form takes upload_id and offset as well, and a whole file goes in one call', async () => {
    const id = uploadId()
    const done = await ann.form(url, [
      ['chunk', bytes],
      ['name', 'b.bin'],
      ['upload_id', id],
      ['offset', '0'],
      ['size', '5000'],
      ['checksum', sha(bytes)],
    ])
    await expectBytes(done.body.data.id, bytes)
    const whole = await ann.form('/api/upload', [
      ['file', bytes],
      ['name', 'c.bin'],
    ])
    expect(whole.status).toBe(201)
    await expectBytes(whole.body.data.id, bytes)
    const damaged = await ann.form('/api/upload', [
      ['file', bytes],
      ['name', 'd.bin'],
      ['checksum', sha(Buffer.from('x'))],
    ])
    expect(damaged.body.code).toBe('checksum-mismatch')
    expect(await names(ann)).toEqual(['b.bin', 'c.bin'])
  })
})
