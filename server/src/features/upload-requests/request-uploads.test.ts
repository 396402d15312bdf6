import { day } from '../../infrastructure/clock.ts'
import { visitorLimits } from '../../infrastructure/owner-slots.ts'
import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { listen, rawConnection, rawJson } from '../../testing/raw-http.ts'
import {
  listed,
  newUploadId,
  requestedFolder,
  requestedNames,
  sendTo,
  uploaded,
  uploadRequest,
} from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { expireUploads } from '../uploads/upload-jobs.ts'

let holdall: TestApp
let port: number
let ann: SignedIn
let visitor: Client
beforeAll(async () => {
  holdall = await testApp()
  port = await listen(holdall.app)
})
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const at = (token: string, path: string) => `/api/file-request/${token}${path}`
const state = (token: string, id: string) => visitor.get(at(token, `/upload/${id}`))
const uploadsOf = ({ userId }: SignedIn) =>
  holdall.services.db.selectFrom('uploads').select('upload_id').where('owner_id', '=', userId).execute()
const reservedOf = async ({ userId }: SignedIn) =>
  (
    await holdall.services.db
      .selectFrom('users')
      .select('reserved_bytes')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).reserved_bytes

describe('refuses, and leaves nothing behind,', () => {
  /** The owner has no folder, and the request is as before. */
  async function expectUntouched(token: string) {
    expect([await names(ann), await reservedOf(ann), (await listed(ann, token)).status]).toEqual([[], 0, 'active'])
  }

  test.each([
    ['a name that is not allowed', { name: 'a/b' }, 'x', 'bad-name'],
    ['an empty file', { size: 0 }, '', 'empty-file'],
    ['an offset in the middle', { offset: 4, size: 8 }, 'rest', 'wrong-offset'],
    ['an id that could be guessed', { upload_id: 'short-id' }, 'x', 'validation'],
    ['a folder that does not exist', { parent_id: '01890000-0000-7000-8000-000000000000' }, 'x', 'not-found'],
  ])('%s', async (_what, fields, bytes, code) => {
    const { token } = await uploadRequest(ann)
    const { body } = await sendTo(visitor, token, 'a.txt', bytes, fields)
    expect(body.code).toBe(code)
    await expectUntouched(token)
  })

  test('what is larger than the storage of the owner, without a number of it', async () => {
    ann = await holdall.signUp({ quota: 3000 })
    const { token } = await uploadRequest(ann)
    for (const { body } of [
      await sendTo(visitor, token, 'a.txt', 'x', { size: 3001 }),
      await visitor.form(at(token, '/upload'), [['file', Buffer.alloc(3001)] as const]),
    ]) {
      expect(body).toEqual({ code: 'quota-exceeded', message: 'The storage is full.' })
    }
    await expectUntouched(token)
    expect((await sendTo(visitor, token, 'a.txt', 'x')).status).toBe(201)
  })

  test('a type that is blocked, and a file above the limit', async () => {
    const { settings } = holdall.services
    const { token } = await uploadRequest(ann)
    await settings.set('upload.blocked_types', ['exe'])
    await settings.set('upload.limit_bytes', 10)
    try {
      expect((await sendTo(visitor, token, 'a.exe', 'x')).body.code).toBe('blocked-type')
      expect((await sendTo(visitor, token, 'a.txt', 'x'.repeat(11))).body.code).toBe('too-large')
    } finally {
      await settings.set('upload.blocked_types', [])
      await settings.set('upload.limit_bytes', 0)
    }
    await expectUntouched(token)
  })

  test('to replace a file, and to fetch one from an address', async () => {
    const { token } = await uploadRequest(ann)
    await uploaded(visitor, token, 'a.txt')
    await sendTo(visitor, token, 'a.txt', 'another', { replace: 1 })
    expect(await requestedNames(visitor, token)).toEqual(['a (2).txt', 'a.txt'])
    const { status } = await visitor.post(at(token, '/upload/remote'), { urls: ['https://files.example/a'] })
    // `remote` is no upload, and there is no such call.
    expect(status).toBe(405)
  })
})

test('the first file makes the folder, in the folder that was chosen', async () => {
  const above = await folder(ann, 'above')
  const { token } = await uploadRequest(ann, { folder_id: above, name: 'Receipts' })
  const id = newUploadId()
  expect((await sendTo(visitor, token, 'a.txt', 'half', { upload_id: id, size: 8 })).status).toBe(200)
  // Not with the first chunk: the upload may be abandoned.
  expect([await names(ann, above), (await state(token, id)).body.data.attributes.offset]).toEqual([[], 4])
  const { status, body } = await sendTo(visitor, token, 'a.txt', 'rest', { upload_id: id, size: 8, offset: 4 })
  expect([status, body.data.attributes]).toMatchObject([201, { name: 'a.txt', parent_id: null, file_url: null }])
  expect(await names(ann, above)).toEqual(['Receipts'])
  expect(await listed(ann, token)).toMatchObject({ status: 'filling', files_received: 1 })
  const repeated = await sendTo(visitor, token, 'a.txt', 'rest', { upload_id: id, size: 8, offset: 4 })
  expect([repeated.status, repeated.body.data.id]).toEqual([201, body.data.id])
  expect((await listed(ann, token)).files_received).toBe(1)
})

test('a damaged chunk can be sent again', async () => {
  const { token } = await uploadRequest(ann)
  const upload_id = newUploadId()
  const damaged = await sendTo(visitor, token, 'a.txt', 'x', { upload_id, checksum: '0'.repeat(64) })
  expect([damaged.body.code, await names(ann)]).toEqual(['checksum-mismatch', []])
  expect((await sendTo(visitor, token, 'a.txt', 'x', { upload_id })).status).toBe(201)
})

test('several first files at once make one folder', async () => {
  const { token } = await uploadRequest(ann, { name: 'Receipts' })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => sendTo(visitor, token, name, 'x')))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect([await names(ann), await requestedNames(visitor, token)]).toEqual([['Receipts'], ['a', 'b', 'c', 'd']])
  expect((await listed(ann, token)).files_received).toBe(4)
})

test('the form of the specification, without an id, and a whole file in a form', async () => {
  const { token } = await uploadRequest(ann)
  const chunk = (bytes: string, is_last_chunk: string) =>
    visitor.form(at(token, '/upload/chunks'), [
      ['name', 'a.txt'] as const,
      ['is_last_chunk', is_last_chunk] as const,
      ['chunk', Buffer.from(bytes)] as const,
    ])
  expect((await chunk('half', '0')).status).toBe(200)
  expect((await chunk('rest', '1')).body.data.attributes).toMatchObject({ name: 'a.txt', filesize: 8 })
  const whole = [['name', 'b.txt'] as const, ['file', Buffer.from('x')] as const]
  expect((await visitor.form(at(token, '/upload'), whole)).status).toBe(201)
  expect(await requestedNames(visitor, token)).toEqual(['a.txt', 'b.txt'])
})

test('two visitors with one address who send a file of the same name in that form each store their own', async () => {
  const { token } = await uploadRequest(ann)
  const other = holdall.visitor(visitor.address)
  const chunk = (client: Client, bytes: string, is_last_chunk: string) =>
    client.form(at(token, '/upload/chunks'), [
      ['name', 'same.txt'],
      ['is_last_chunk', is_last_chunk],
      ['chunk', Buffer.from(bytes)],
    ])
  for (const client of [visitor, other]) await client.get(at(token, ''))
  await chunk(visitor, 'mine, ', '0')
  await chunk(other, 'theirs too, ', '0')
  const answers = [await chunk(visitor, 'whole', '1'), await chunk(other, 'whole', '1')]
  const sizes = answers.map(({ body }) => body.data.attributes.filesize)
  expect([sizes, await requestedNames(visitor, token)]).toEqual([
    [11, 17],
    ['same (2).txt', 'same.txt'],
  ])
})

test('an uploaded folder is merged with one that came through the request, never with one of the owner', async () => {
  const { token } = await uploadRequest(ann)
  const march = (await requestedFolder(visitor, token, 'March')).id as string
  const { folder_id: root } = await listed(ann, token)
  const april = await folder(ann, 'April', root)
  await uploaded(visitor, token, 'a.txt', { path: '/March/a.txt' })
  await uploaded(visitor, token, 'a.txt', { path: '/April/a.txt' })
  await uploaded(visitor, token, 'b.txt', { path: '/April/b.txt' })
  expect([await requestedNames(visitor, token, march), await names(ann, april)]).toEqual([['a.txt'], []])
  expect(await requestedNames(visitor, token)).toEqual(['April (2)', 'March'])
  const { body } = await visitor.get(at(token, '/browse/all?sort=name'))
  expect(await requestedNames(visitor, token, body.data[0].id)).toEqual(['a.txt', 'b.txt'])
})

test('a file whose name the owner has gets a number, like any taken name', async () => {
  const { token } = await uploadRequest(ann)
  await uploaded(visitor, token, 'a.txt')
  const { folder_id: root } = await listed(ann, token)
  await file(ann, 'hidden.txt', 'mine', { parent_id: root })
  const answers = [await sendTo(visitor, token, 'a.txt', 'x'), await sendTo(visitor, token, 'hidden.txt', 'x')]
  expect(answers.map(({ status, body }) => [status, body.data.attributes.name])).toEqual([
    [201, 'a (2).txt'],
    [201, 'hidden (2).txt'],
  ])
})

test('an abort frees the quota at once, and the upload of another request is none of this one', async () => {
  const [{ token }, other] = [await uploadRequest(ann), await uploadRequest(ann)]
  const id = newUploadId()
  await sendTo(visitor, token, 'a.txt', 'half', { upload_id: id, size: 8 })
  expect(await reservedOf(ann)).toBe(4)
  expect((await state(other.token, id)).body.code).toBe('not-found')
  expect((await visitor.delete(at(other.token, `/upload/${id}`))).body.code).toBe('not-found')
  expect((await visitor.delete(at(token, `/upload/${id}`))).status).toBe(204)
  expect([await reservedOf(ann), (await state(token, id)).status, await names(ann)]).toEqual([0, 404, []])
})

const restrict = () =>
  holdall.services.db.updateTable('users').set({ upload_restricted: 1 }).where('id', '=', ann.userId).execute()
const endings: readonly [string, (token: string, above: string) => Promise<unknown>, string][] = [
  ['is said to be done', (token) => visitor.delete(at(token, '')), 'upload-request-closed'],
  ['is closed by the owner', (token) => ann.post(at(token, '/close')), 'upload-request-closed'],
  ['loses its folder to the trash', (_, id) => ann.post('/api/remove', { items: [{ id }] }), 'upload-request-closed'],
  [
    'loses its folder for good',
    (_, id) => ann.post('/api/remove', { items: [{ id, force_delete: true }] }),
    'upload-request-closed',
  ],
  ['expires', () => Promise.resolve(holdall.clock.advance(8 * day)), 'upload-request-expired'],
  ['is of an owner who may not upload any more', restrict, 'owner-restricted'],
]

describe.each(endings)('a request that %s', (how, end, code) => {
  test('between two chunks refuses the next one, and the reserved quota is released', async () => {
    const above = await folder(ann, 'above')
    const { token } = await uploadRequest(ann, { folder_id: above })
    const id = newUploadId()
    await sendTo(visitor, token, 'a.txt', 'half', { upload_id: id, size: 8 })
    await end(token, above)
    const next = await sendTo(visitor, token, 'a.txt', 'rest', { upload_id: id, size: 8, offset: 4 })
    expect([next.body.code, (await state(token, id)).body.code]).toEqual([code, code])
    // At the latest by the job: the trash, the clock and a restriction end nothing by themselves.
    await expireUploads(holdall.services)
    expect(await reservedOf(ann)).toBe(0)
  })

  test.each(['the last chunk', 'an earlier chunk', 'a form'])(
    'while %s is received creates no file and no folder',
    async (what) => {
      const above = await folder(ann, 'above')
      const { token } = await uploadRequest(ann, { folder_id: above })
      const isForm = what === 'a form'
      const size = what === 'the last chunk' ? 8 : 16
      const [first, last] = isForm
        ? ['--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf', 'rest\r\n--b--\r\n']
        : ['half', 'rest']
      const path = isForm ? 'upload' : `upload/chunks?name=a.txt&offset=0&size=${size}&upload_id=${newUploadId()}`
      const type = isForm ? 'multipart/form-data; boundary=b' : 'application/octet-stream'
      const { socket, received } = rawConnection(
        port,
        `POST ${at(token, `/${path}`)} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\n` +
          `content-length: ${first.length + last.length}\r\n\r\n${first}`,
      )
      if (!isForm) await until(async () => (await uploadsOf(ann)).length === 1)
      await end(token, above)
      socket.write(last)
      await until(() => received().includes('\r\n\r\n{'))
      socket.destroy()
      expect(rawJson(received())).toMatchObject({ code })
      expect([await reservedOf(ann), await uploadsOf(ann)]).toEqual([0, []])
      await ann.post('/api/trash/restore', { items: [{ id: above }] })
      if (how !== 'loses its folder for good') expect(await names(ann, above)).toEqual([])
    },
  )
})

test('uploads through a request are bounded, and leave the slots of its owner free', async () => {
  const { token } = await uploadRequest(ann)
  const begin = (n: number) =>
    rawConnection(
      port,
      `POST ${at(token, '/upload/chunks')}?name=${n}&upload_id=${newUploadId()}&offset=0&size=1000 HTTP/1.1\r\n` +
        `host: a\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000\r\n\r\nx`,
    )
  const open = Array.from({ length: visitorLimits.uploads.perLink }, (_, n) => begin(n))
  await until(async () => (await uploadsOf(ann)).length === open.length)
  const further = begin(99)
  await until(() => further.received().includes('\r\n\r\n{'))
  expect(rawJson(further.received())).toMatchObject({ code: 'busy', retry_after: 5 })
  await file(ann, 'own.txt')
  for (const { socket } of [...open, further]) socket.destroy()
})

test('traffic and storage are the owner’s', async () => {
  const { token } = await uploadRequest(ann)
  await sendTo(visitor, token, 'a.txt', '12345678')
  const { db } = holdall.services
  const used = db.selectFrom('users').select('used_bytes').where('id', '=', ann.userId)
  const traffic = db.selectFrom('traffic').select('uploaded').where('user_id', '=', ann.userId)
  expect([await used.executeTakeFirst(), await traffic.executeTakeFirst()]).toEqual([
    { used_bytes: 8 },
    { uploaded: 8 },
  ])
})
