import { createHash, randomBytes } from 'node:crypto'
import { expectCountersToMatchRows, file, folder, names, put, uploadId } from '../../testing/file-requests.ts'
import { day } from '../../infrastructure/clock.ts'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: 100_000 })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const url = '/api/upload/chunks'
const sha256 = (of: Buffer) => createHash('sha256').update(of).digest('hex')
const bytes = (length: number, fill = 1) => Buffer.alloc(length, fill)
const send = (id: string, offset: number, body: Buffer, more: Record<string, string | number> = {}) =>
  ann.raw(url, { name: 'a.bin', upload_id: id, offset, ...more }, body)
const bare = (name: string, body: Buffer, more: Record<string, string | number> = {}) =>
  ann.raw(url, { name, ...more }, body)
const rows = () =>
  holdall.services.db
    .selectFrom('uploads')
    .select(['status', 'offset', 'reserved'])
    .where('owner_id', '=', ann.userId)
    .execute()

describe('refuses', () => {
  test('an id or an offset alone, and names what is missing', async () => {
    expect((await bare('a', bytes(1), { upload_id: uploadId() })).body.errors).toEqual({ offset: [expect.any(String)] })
    expect((await bare('a', bytes(1), { offset: 0 })).body.errors).toEqual({ upload_id: [expect.any(String)] })
  })

  test('a path of more than a hundred folders', async () => {
    const path = (levels: number) => `${'/x'.repeat(levels)}/a.txt`
    expect((await put(ann, 'a.txt', 'x', { path: path(101) })).body).toMatchObject({
      code: 'validation',
      errors: { path: [expect.any(String)] },
    })
    expect((await put(ann, 'a.txt', 'x', { path: path(100) })).body.code).not.toBe('validation')
  })

  test('an extension that is blocked, with its dot as well', async () => {
    await holdall.services.settings.set('upload.blocked_types', ['exe'])
    for (const extension of ['exe', '.exe', 'EXE']) {
      expect((await bare('setup', bytes(1), { extension, is_last_chunk: 1 })).body.code).toBe('blocked-type')
    }
    for (const extension of ['exe.txt', 'e.xe']) {
      expect((await bare('setup', bytes(1), { extension, is_last_chunk: 1 })).status).toBe(201)
    }
    await holdall.services.settings.unset('upload.blocked_types')
  })

  test('a type that the first bytes show, and not one that a later chunk begins like', async () => {
    await holdall.services.settings.set('upload.blocked_types', ['application/pdf'])
    const pdf = Buffer.from('%PDF-1.7 ...')
    expect((await send(uploadId(), 0, pdf, { size: 5000 })).body.code).toBe('blocked-type')
    expect([await rows(), await names(ann)]).toEqual([[], []])
    const id = uploadId()
    expect((await send(id, 0, Buffer.from('text '), { size: 5 + pdf.length })).status).toBe(200)
    expect((await send(id, 5, pdf, { size: 5 + pdf.length })).status).toBe(201)
    await holdall.services.settings.unset('upload.blocked_types')
  })

  test('a type that only the last chunk shows, and keeps nothing of it', async () => {
    await holdall.services.settings.set('upload.blocked_types', ['image/svg+xml'])
    const id = uploadId()
    expect((await send(id, 0, Buffer.from('<sv'), { size: 5 })).status).toBe(200)
    expect((await send(id, 3, Buffer.from('g>'), { size: 5 })).body.code).toBe('blocked-type')
    expect([await rows(), await names(ann)]).toEqual([[], []])
    await holdall.services.settings.unset('upload.blocked_types')
  })

  test('what is no upload at all', async () => {
    for (const path of [url, '/api/upload']) {
      expect((await ann.post(path, { name: 'a.txt' })).body.code).toBe('unsupported-media-type')
    }
  })
})

test('the folder may be left out, empty or null for the top', async () => {
  const inner = await folder(ann, 'inner')
  for (const parent_id of ['', 'null']) await put(ann, 'a.txt', 'x', { parent_id })
  await put(ann, 'a.txt', 'x')
  await put(ann, 'a.txt', 'x', { parent_id: inner })
  const whole = (parentId: string) =>
    ann.form('/api/upload', [
      ['parent_id', parentId],
      ['name', 'b.txt'],
      ['file', bytes(1)],
    ])
  for (const parentId of ['', 'null', inner]) expect((await whole(parentId)).status).toBe(201)
  expect(await names(ann)).toEqual(['inner', 'a (2).txt', 'a (3).txt', 'a.txt', 'b (2).txt', 'b.txt'])
  expect(await names(ann, inner)).toEqual(['a.txt', 'b.txt'])
})

test('extra slashes in a path create no folders', async () => {
  await put(ann, 'x.txt', 'x', { path: '//a///b/x.txt' })
  const [a] = (await ann.get('/api/browse/folders/all')).body.data
  expect([await names(ann), await names(ann, a.id)]).toEqual([['a'], ['b']])
})

test('bare chunks of one name in two paths do not mix', async () => {
  await bare('x.txt', Buffer.from('in a, '), { path: '/a/x.txt' })
  const inB = await bare('x.txt', Buffer.from('in b'), { path: '/b/x.txt', is_last_chunk: 1 })
  expect((await ann.get(inB.body.data.attributes.file_url)).raw.body).toBe('in b')
  const inA = await bare('x.txt', Buffer.from('in a'), { path: '/a/x.txt', is_last_chunk: 1 })
  expect((await ann.get(inA.body.data.attributes.file_url)).raw.body).toBe('in a, in a')
})

describe('of an upload', () => {
  test('that is done its id is known for a day, and of bare and whole ones nothing', async () => {
    const id = uploadId()
    await send(id, 0, bytes(10), { size: 10 })
    await bare('b', bytes(10), { is_last_chunk: 1 })
    await ann.form('/api/upload', [
      ['name', 'c'],
      ['file', bytes(10)],
    ])
    expect(await rows()).toEqual([{ status: 'done', offset: 10, reserved: 0 }])
    expect((await ann.get(`/api/upload/${id}`)).body.data.attributes).toMatchObject({ status: 'done', offset: 10 })
    holdall.clock.advance(day + 1)
    expect((await send(id, 0, bytes(20), { size: 20 })).body.data.attributes).toMatchObject({
      name: 'a (2).bin',
      filesize: 20,
    })
  })

  test('that is done more bytes are refused, and the file stays', async () => {
    const id = uploadId()
    await send(id, 0, bytes(10), { size: 10 })
    const { status, body } = await send(id, 5, bytes(6), { size: 10 })
    expect([status, body.code, body.offset]).toEqual([409, 'wrong-offset', 10])
    expect((await send(id, 10, bytes(1), { size: 10 })).body).toMatchObject({ code: 'wrong-offset', offset: 10 })
    const again = await send(id, 5, bytes(5), { size: 10 })
    expect(again.status).toBe(201)
    expect((await ann.get(again.body.data.attributes.file_url)).raw.rawPayload).toEqual(bytes(10))
  })

  test('that is done nothing is answered once its file was deleted for good', async () => {
    const id = uploadId()
    const { body } = await send(id, 0, bytes(10), { size: 10 })
    await ann.post('/api/remove', { items: [{ id: body.data.id, force_delete: true }] })
    expect((await send(id, 0, bytes(10), { size: 10 })).body.code).toBe('not-found')
  })

  test('that is done cancelling deletes the id and keeps the file', async () => {
    const id = uploadId()
    await send(id, 0, bytes(10), { size: 10 })
    expect((await ann.delete(`/api/upload/${id}`)).status).toBe(204)
    expect((await ann.get(`/api/upload/${id}`)).status).toBe(404)
    expect([await rows(), await names(ann)]).toEqual([[], ['a.bin']])
    expect((await ann.delete(`/api/upload/${id}`)).status).toBe(404)
  })

  test('the size need not be sent again', async () => {
    const id = uploadId()
    await send(id, 0, bytes(10), { size: 20 })
    expect((await send(id, 10, bytes(10))).status).toBe(201)
  })

  test('an empty chunk does not change the offset', async () => {
    const id = uploadId()
    const before = await send(id, 0, bytes(10), { size: 20 })
    holdall.clock.advance(1000)
    const { status, body } = await send(id, 10, bytes(0), { size: 20 })
    expect([status, body]).toEqual([200, before.body])
    expect((await send(id, 10, bytes(10), { size: 20 })).status).toBe(201)
  })
})

describe('of an unknown size', () => {
  test('an upload ends with its last chunk, and each chunk may be repeated', async () => {
    const id = uploadId()
    for (const _ of [1, 2]) expect((await send(id, 0, bytes(10))).body.data.attributes).toMatchObject({ offset: 10 })
    expect(await rows()).toEqual([{ status: 'receiving', offset: 10, reserved: 10 }])
    const done = await send(id, 10, bytes(5), { is_last_chunk: 1 })
    expect(done.body.data.attributes.filesize).toBe(15)
    expect((await send(id, 10, bytes(5), { is_last_chunk: 1 })).body.data.id).toBe(done.body.data.id)
    expect(await names(ann)).toEqual(['a.bin'])
  })

  test('an upload keeps what it has when the quota is exceeded, and a bare one ends', async () => {
    const id = uploadId()
    await send(id, 0, bytes(60_000))
    expect((await send(id, 60_000, bytes(60_000))).body.code).toBe('quota-exceeded')
    expect(await rows()).toEqual([{ status: 'receiving', offset: 60_000, reserved: 60_000 }])
    await ann.delete(`/api/upload/${id}`)

    const bob = await holdall.signUp({ quota: 100_000 })
    await bob.raw(url, { name: 'b' }, bytes(60_000))
    expect((await bob.raw(url, { name: 'b' }, bytes(60_000))).body.code).toBe('quota-exceeded')
    const left = await holdall.services.db
      .selectFrom('uploads')
      .select('name')
      .where('owner_id', '=', bob.userId)
      .execute()
    expect(left).toEqual([])
  })

  test('a body may come without a length', async () => {
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { socket, received } = rawConnection(
      await listen(holdall.app),
      `POST ${url}?name=a&is_last_chunk=1 HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n` +
        'content-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n5\r\nbytes\r\n0\r\n\r\n',
    )
    await until(() => received() !== '')
    expect(received()).toMatch(/^HTTP\/1\.1 201 /)
    socket.destroy()
    expect(await names(ann)).toEqual(['a'])
  })

  test('a form may be larger than its file is allowed to be, by its overhead', async () => {
    await holdall.services.settings.set('upload.limit_bytes', 1000)
    const form = (size: number) =>
      ann.form('/api/upload', [
        ['name', 'a.bin'],
        ['file', bytes(size)],
      ])
    expect((await form(1000)).status).toBe(201)
    expect((await form(1001)).body.code).toBe('too-large')
    expect((await form(90_000)).body.code).toBe('too-large')
    expect((await bare('a', bytes(1000), { is_last_chunk: 1 })).status).toBe(201)
    await holdall.services.settings.unset('upload.limit_bytes')
  })

  test('a form may be larger than the quota that is left, by its overhead', async () => {
    // With two entries.
    await file(ann, 'fills', bytes(99_000 - 2 * 1024))
    const form = (size: number) =>
      ann.form('/api/upload', [
        ['name', 'a.bin'],
        ['file', bytes(size)],
      ])
    expect((await form(1001)).body.code).toBe('quota-exceeded')
    expect((await form(1000)).status).toBe(201)
  })
})

test('the bytes of a file count in the traffic of its day, once', async () => {
  await send('counted-file', 0, bytes(10), { size: 20 })
  await send('counted-file', 10, bytes(10), { size: 20 })
  await send('counted-file', 10, bytes(10), { size: 20 })
  await bare('b', bytes(5), { is_last_chunk: 1 })
  const traffic = await holdall.services.db
    .selectFrom('traffic')
    .select(['day', 'uploaded', 'downloaded'])
    .where('user_id', '=', ann.userId)
    .execute()
  const today = new Date(holdall.clock.now()).toISOString().slice(0, '2026-01-01'.length)
  expect(traffic).toEqual([{ day: today, uploaded: 25, downloaded: 0 }])
})

test('several megabytes arrive whole in one chunk, with their checksum, wherever the chunk begins', async () => {
  const bob = await holdall.signUp()
  const all = randomBytes(5_000_000)
  const part = (from: number, to: number) => {
    const some = all.subarray(from, to)
    return bob.raw(
      url,
      { name: 'a', upload_id: 'several-megabytes', offset: from, size: all.length, checksum: sha256(some) },
      some,
    )
  }
  expect((await part(0, 2_500_000)).status).toBe(200)
  const { body } = await part(2_500_000, 5_000_000)
  expect((await bob.get(body.data.attributes.file_url)).raw.rawPayload.equals(all)).toBe(true)
  const { sha256: stored } = await holdall.services.db
    .selectFrom('entries')
    .select('sha256')
    .where('id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  expect(stored).toBe(sha256(all))
})

test('the answer to an upload with a path names the folders of the path, the first time and again', async () => {
  const target = await folder(ann, 'target')
  const id = uploadId()
  const fields = { parent_id: target, path: '/trip/day/a.bin', size: 3 }
  const first = await send(id, 0, bytes(3), fields)
  const [trip] = (await ann.get(`/api/browse/folders/${target}`)).body.data
  const [inner] = (await ann.get(`/api/browse/folders/${trip.id}`)).body.data
  expect(first.body.data.meta.upload_folders).toEqual([trip.id, inner.id])
  expect(first.body.data.attributes.parent_id).toBe(inner.id)
  // Its answer was lost.
  expect((await send(id, 0, bytes(3), fields)).body.data.meta.upload_folders).toEqual([trip.id, inner.id])
  expect((await file(ann, 'b.bin', bytes(3), { parent_id: target })).meta?.upload_folders).toBeUndefined()
  const whole = await ann.raw('/api/upload', { name: 'c.bin', path: '/trip/c.bin' }, bytes(3))
  expect(whole.body.data.meta.upload_folders).toEqual([whole.body.data.attributes.parent_id])
  // It was moved meanwhile.
  await ann.post('/api/move', { to_id: null, items: [{ id: first.body.data.id }] })
  expect((await send(id, 0, bytes(3), fields)).body.data.meta.upload_folders).toEqual([])
})

test('takes parts of any size, also where they get smaller on the way', async () => {
  const id = uploadId()
  const whole = randomBytes(90_000)
  const sizes = [40_000, 20_001, 1, 29_000, 998]
  let at = 0
  const statuses: number[] = []
  for (const size of sizes) {
    const part = whole.subarray(at, at + size)
    statuses.push((await send(id, at, part, { size: whole.length, checksum: sha256(part) })).status)
    at += size
  }
  expect([at, statuses]).toEqual([whole.length, [200, 200, 200, 200, 201]])
  const [stored] = (await ann.get('/api/browse/folders/all')).body.data
  expect((await ann.get(stored.attributes.file_url)).raw.rawPayload.equals(whole)).toBe(true)
})
