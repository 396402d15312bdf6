import { randomBytes } from 'node:crypto'
import { hour } from '../../infrastructure/clock.ts'
import { visitorLimits } from '../../infrastructure/owner-slots.ts'
import type { Answer, Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, names, put } from '../../testing/file-requests.ts'
import { listen, rawConnection, rawJson } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { expireUploads } from '../uploads/upload-jobs.ts'
import { MAX_OPEN_UPLOADS } from '../uploads/upload.store.ts'

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

const newId = () => randomBytes(16).toString('hex')

async function shared(more: object = {}) {
  const top = await folder(ann, 'shared')
  const { body } = await ann.post('/api/share', { id: top, permission: 'editor', ...more })
  return { top, token: body.data.attributes.token as string }
}

type Fields = Readonly<Record<string, string | number>>
const send = (client: Client, token: string, bytes: string, fields: Fields): Promise<Answer> =>
  client.raw(`/api/sharing/upload/chunks/${token}`, { name: 'a.txt', offset: 0, ...fields }, Buffer.from(bytes))
const state = (client: Client, token: string, id: string) => client.get(`/api/sharing/upload/${id}/${token}`)
const reservedOf = async ({ userId }: SignedIn) =>
  (
    await holdall.services.db
      .selectFrom('users')
      .select('reserved_bytes')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).reserved_bytes

describe('refuses', () => {
  test('a file by a link that allows viewing only, and a target outside of the shared folder', async () => {
    const viewing = await shared({ permission: 'visitor' })
    expect((await send(visitor, viewing.token, 'x', { upload_id: newId() })).body.code).toBe('not-found')
    const form = await visitor.form(`/api/sharing/upload/${viewing.token}`, [['file', Buffer.from('x')]])
    expect([form.status, form.body.code]).toEqual([404, 'not-found'])
    const { token } = await shared()
    const outside = await folder(ann, 'outside')
    for (const parent_id of [outside, viewing.top]) {
      expect((await send(visitor, token, 'x', { upload_id: newId(), parent_id })).body.code).toBe('not-found')
      const inForm = [['parent_id', parent_id] as const, ['file', Buffer.from('x')] as const]
      expect((await visitor.form(`/api/sharing/upload/${token}`, inForm)).body.code).toBe('not-found')
    }
    expect(await names(ann, outside)).toEqual([])
    expect(await reservedOf(ann)).toBe(0)
  })

  test('a form by a link that allows viewing only before its bytes are received, and it takes no slot', async () => {
    const { token } = await shared({ permission: 'visitor' })
    const { id } = (await holdall.services.db.selectFrom('shares').selectAll().where('token', '=', token).execute())[0]!
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const held = Array.from({ length: visitorLimits.uploads.perLink }, () =>
      holdall.services.visitorUploads.hold({ linkId: id, ownerId: ann.userId }, () => released),
    )
    const { status, body } = await visitor.request({
      method: 'POST',
      url: `/api/sharing/upload/${token}`,
      // No form at all: it is not read.
      payload: 'nonsense',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([status, body.code]).toEqual([404, 'not-found'])
    release()
    await Promise.all(held)
  })

  test('a path that leads out of the folder, and an id that could be guessed', async () => {
    const { token, top } = await shared()
    const climbing = await send(visitor, token, 'x', { upload_id: newId(), size: 1, path: '/../../b/a.txt' })
    expect([climbing.status, climbing.body.code]).toEqual([422, 'bad-name'])
    expect((await send(visitor, token, 'x', { upload_id: 'short-id' })).status).toBe(422)
    expect((await send(visitor, token, 'x', {})).body.errors).toHaveProperty('upload_id')
    expect((await state(visitor, token, 'bare.abcdefghijklmnopqrstuvwxyz')).body.code).toBe('not-found')
    expect(await names(ann, top)).toEqual([])
  })

  test('what its owner may not store: blocked types, too large files, and more than the quota', async () => {
    const { settings, db } = holdall.services
    const { token, top } = await shared()
    await settings.set('upload.blocked_types', ['exe'])
    await settings.set('upload.limit_bytes', 100)
    const code = async (fields: Fields) =>
      (await send(visitor, token, 'x', { upload_id: newId(), ...fields })).body.code
    expect(await code({ name: 'a.exe', size: 1 })).toBe('blocked-type')
    expect(await code({ size: 101 })).toBe('too-large')
    await settings.set('upload.blocked_types', [])
    await settings.set('upload.limit_bytes', 0)
    await db.updateTable('users').set({ quota_bytes: 50 }).where('id', '=', ann.userId).execute()
    expect(await code({ size: 51 })).toBe('quota-exceeded')
    expect(await names(ann, top)).toEqual([])
  })
})

test('a visitor uploads in chunks, into folders of a path, and nobody is the creator', async () => {
  const { token, top } = await shared()
  const id = newId()
  const fields = { upload_id: id, size: 8, path: '/photos/2026/a.txt', parent_id: top }
  const first = await send(visitor, token, 'half', fields)
  expect([first.status, first.body.data.attributes]).toMatchObject([200, { offset: 4, status: 'receiving' }])
  expect((await state(visitor, token, id)).body.data.attributes.offset).toBe(4)
  expect(await reservedOf(ann)).toBe(4)
  const last = await send(visitor, token, 'rest', { ...fields, offset: 4 })
  expect([last.status, last.body.data.attributes.name]).toEqual([201, 'a.txt'])
  // Its answer may have been lost.
  expect((await send(visitor, token, 'rest', { ...fields, offset: 4 })).status).toBe(201)
  expect((await visitor.get(last.body.data.attributes.file_url)).raw.body).toBe('halfrest')
  const rows = await holdall.services.db
    .selectFrom('entries')
    .select(['name', 'creator_id', 'owner_id'])
    .where('name', 'in', ['photos', '2026', 'a.txt'])
    .where('owner_id', '=', ann.userId)
    .execute()
  expect(rows.map((row) => row.creator_id)).toEqual([null, null, null])
  const used = await ann.get('/api/user/storage')
  // The shared folder and its link, two folders and the file.
  expect(used.body.data.attributes.used).toBe(8 + 5 * 1024)
})

test('a form with a whole file works as well, and nothing is replaced', async () => {
  const { token, top } = await shared()
  await file(ann, 'a.txt', 'before', { parent_id: top })
  const whole = await visitor.form(`/api/sharing/upload/${token}`, [
    ['name', 'a.txt'],
    ['replace', '1'],
    ['file', Buffer.from('whole')],
  ])
  expect([whole.status, whole.body.data.attributes.name]).toEqual([201, 'a (2).txt'])
  const chunk = await send(visitor, token, 'chunk', { upload_id: newId(), size: 5, replace: 1 })
  expect(chunk.body.data.attributes.name).toBe('a (3).txt')
})

test('a damaged chunk leaves what was received before it', async () => {
  const { token } = await shared()
  const fields = { upload_id: newId(), size: 8 }
  await send(visitor, token, 'half', fields)
  const rest = (more: Fields) => send(visitor, token, 'rest', { ...fields, offset: 4, ...more })
  expect((await rest({ checksum: '0'.repeat(64) })).body.code).toBe('checksum-mismatch')
  expect((await rest({})).status).toBe(201)
})

test('another visitor of the same link cannot read, continue or abort an upload', async () => {
  const { token } = await shared({ isPassword: true, password: 'open sesame' })
  const other = holdall.visitor()
  for (const client of [visitor, other])
    await client.post(`/api/sharing/authenticate/${token}`, { password: 'open sesame' })
  const id = newId()
  const fields = { upload_id: id, size: 8 }
  await send(visitor, token, 'half', fields)
  expect((await state(other, token, id)).status).toBe(404)
  expect((await other.delete(`/api/sharing/upload/${id}/${token}`)).status).toBe(404)
  expect((await send(other, token, 'evil', { ...fields, offset: 4 })).body).toMatchObject({
    code: 'wrong-offset',
    offset: 0,
  })
  // Neither can the owner by the link, nor a visitor of another link.
  expect((await ann.get(`/api/upload/${id}`)).status).toBe(404)
  const { token: open } = await sharedBeside()
  expect((await state(visitor, open, id)).status).toBe(404)
  expect((await send(visitor, token, 'rest', { ...fields, offset: 4 })).status).toBe(201)
})

async function sharedBeside() {
  const id = await folder(ann, 'beside')
  const { body } = await ann.post('/api/share', { id, permission: 'editor' })
  return { token: body.data.attributes.token as string }
}

describe('two visitors with one address who send a file of the same name in the short form', () => {
  const chunk = (client: Client, token: string, bytes: string, is_last_chunk: 0 | 1, agent = 'a browser') =>
    client.request({
      method: 'POST',
      url: `/api/sharing/upload/chunks/${token}`,
      query: { name: 'same.txt', is_last_chunk: `${is_last_chunk}` },
      headers: { 'content-type': 'application/octet-stream', 'user-agent': agent },
      payload: Buffer.from(bytes),
    })
  const contents = async (top: string) => {
    const { body } = await ann.get(`/api/browse/folders/${top}?sort=name`)
    const urls: string[] = body.data.map((one: { attributes: { file_url: string } }) => one.attributes.file_url)
    return Promise.all(urls.map(async (url) => (await ann.get(url)).raw.body))
  }

  test('each store their own, when they have opened the link', async () => {
    const { token, top } = await shared()
    const other = holdall.visitor(visitor.address)
    for (const client of [visitor, other]) await client.get(`/api/sharing/${token}`)
    await chunk(visitor, token, 'mine, ', 0)
    await chunk(other, token, 'theirs, ', 0)
    // Opened again between two chunks.
    await visitor.get(`/api/sharing/${token}`)
    const answers = [await chunk(visitor, token, 'whole', 1), await chunk(other, token, 'whole too', 1)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await contents(top)).toSorted()).toEqual(['mine, whole', 'theirs, whole too'])
  })

  test('each store their own as different programs without cookies', async () => {
    const { token, top } = await shared()
    await chunk(visitor, token, 'a', 0, 'one program')
    await chunk(visitor, token, 'b', 0, 'another one')
    await chunk(visitor, token, 'a', 1, 'one program')
    await chunk(visitor, token, 'b', 1, 'another one')
    expect((await contents(top)).toSorted()).toEqual(['aa', 'bb'])
  })

  test('the cookie is set by a link that allows editing only, and kept', async () => {
    const viewing = await shared({ permission: 'visitor' })
    await visitor.get(`/api/sharing/${viewing.token}`)
    expect([...visitor.cookies.keys()]).toEqual([])
    const { token } = await shared()
    const [first, second] = [await visitor.get(`/api/sharing/${token}`), await visitor.get(`/api/sharing/${token}`)]
    expect(first.raw.headers['set-cookie']).toMatch(/^holdall_visitor=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(second.raw.headers['set-cookie']).toBeUndefined()
  })
})

test('an abort frees the quota at once', async () => {
  const { token } = await shared()
  const id = newId()
  await send(visitor, token, 'half', { upload_id: id, size: 8 })
  expect(await reservedOf(ann)).toBe(4)
  expect((await visitor.post(`/api/sharing/upload/${id}/${token}`, { _method: 'delete' })).status).toBe(204)
  expect([await reservedOf(ann), (await state(visitor, token, id)).status]).toEqual([0, 404])
})

const endings: readonly [string, (token: string, top: string) => Promise<unknown>, string][] = [
  ['is revoked', (token) => ann.delete('/api/share/revoke', { tokens: [token] }), 'share-revoked'],
  [
    'gets a password',
    (token) => ann.patch(`/api/share/${token}`, { protected: true, password: 'secret' }),
    'share-locked',
  ],
  ['is reduced to viewing', (token) => ann.patch(`/api/share/${token}`, { permission: 'visitor' }), 'not-found'],
  ['expires', () => Promise.resolve(holdall.clock.advance(hour)), 'share-expired'],
  ['is suspended', (_, top) => ann.post('/api/remove', { items: [{ id: top }] }), 'not-found'],
]

describe.each(endings)('a link that %s', (_how, end, code) => {
  test('between two chunks refuses the next one, and the reserved quota is released', async () => {
    const { token, top } = await shared({ expiration: 1 })
    const id = newId()
    await send(visitor, token, 'half', { upload_id: id, size: 8 })
    await end(token, top)
    expect((await send(visitor, token, 'rest', { upload_id: id, size: 8, offset: 4 })).body.code).toBe(code)
    expect((await state(visitor, token, id)).body.code).toBe(code)
    // At the latest by the job: an expiry and the trash end nothing by themselves.
    await expireUploads(holdall.services)
    expect(await reservedOf(ann)).toBe(0)
  })

  test.each(['the last chunk', 'an earlier chunk', 'a form'])('while %s is received creates no file', async (what) => {
    const { db } = holdall.services
    const { token, top } = await shared({ expiration: 1 })
    const isForm = what === 'a form'
    const size = what === 'the last chunk' ? 8 : 16
    const [first, last] = isForm
      ? ['--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf', 'rest\r\n--b--\r\n']
      : ['half', 'rest']
    const path = isForm ? token : `chunks/${token}?name=a.txt&offset=0&size=${size}&upload_id=${newId()}`
    const type = isForm ? 'multipart/form-data; boundary=b' : 'application/octet-stream'
    const { socket, received } = rawConnection(
      port,
      `POST /api/sharing/upload/${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\n` +
        `content-length: ${first.length + last.length}\r\n\r\n${first}`,
    )
    const begun = () => db.selectFrom('uploads').select('offset').where('owner_id', '=', ann.userId).execute()
    if (!isForm) await until(async () => (await begun()).length === 1)
    await end(token, top)
    socket.write(last)
    await until(() => received().includes('\r\n\r\n{'))
    socket.destroy()
    expect(rawJson(received())).toMatchObject({ code })
    expect(await reservedOf(ann)).toBe(0)
    expect(await begun()).toEqual([])
    await ann.post('/api/trash/restore', { items: [{ id: top }] })
    expect(await names(ann, top)).toEqual([])
  })
})

test('a longer validity keeps the uploads of a link that everybody may open', async () => {
  const { token } = await shared({ expiration: 1 })
  const id = newId()
  await send(visitor, token, 'half', { upload_id: id, size: 8 })
  await ann.patch(`/api/share/${token}`, { expiration: 24 })
  expect((await send(visitor, token, 'rest', { upload_id: id, size: 8, offset: 4 })).status).toBe(201)
})

test('the answer to a repeated last chunk does not show a file that was moved out of the shared folder', async () => {
  const { token } = await shared()
  const id = newId()
  const { body } = await send(visitor, token, 'file', { upload_id: id, size: 4 })
  await ann.post('/api/move', { items: [{ id: body.data.id }], to_id: null })
  await ann.patch(`/api/rename/${body.data.id}`, { name: 'private' })
  const repeated = await send(visitor, token, 'file', { upload_id: id, size: 4 })
  expect([repeated.status, repeated.body.code]).toEqual([404, 'not-found'])
})

test('uploads by a link are bounded and leave the slots of its owner free', async () => {
  const { token } = await shared()
  const begin = (n: number) =>
    rawConnection(
      port,
      `POST /api/sharing/upload/chunks/${token}?name=${n}&upload_id=${newId()}&offset=0&size=1000 HTTP/1.1\r\nhost: a\r\n` +
        `content-type: application/octet-stream\r\ncontent-length: 1000\r\n\r\nx`,
    )
  const open = Array.from({ length: visitorLimits.uploads.perLink }, (_, n) => begin(n))
  const begun = () =>
    holdall.services.db.selectFrom('uploads').select('upload_id').where('owner_id', '=', ann.userId).execute()
  await until(async () => (await begun()).length === open.length)
  const further = begin(99)
  await until(() => further.received().includes('\r\n\r\n{'))
  expect(rawJson(further.received())).toMatchObject({ code: 'busy', retry_after: 5 })
  expect((await put(ann, 'own')).status).toBe(201)
  const { token: beside } = await sharedBeside()
  expect((await send(visitor, beside, 'x', { upload_id: newId(), size: 1 })).status).toBe(201)
  for (const { socket } of [...open, further]) socket.destroy()
  await until(async () => (await send(visitor, token, 'x', { upload_id: newId(), size: 1 })).status === 201)
})

test('the form of the specification, without an id, appends chunk by chunk', async () => {
  const { top, token } = await shared()
  const path = `/api/sharing/upload/chunks/${token}`
  const chunk = (text: string, last: number) =>
    visitor.form(path, [
      ['name', 'my-file.txt'],
      ['extension', 'txt'],
      ['is_last_chunk', String(last)],
      ['parent_id', top],
      ['chunk', Buffer.from(text)],
    ])
  expect((await chunk('first ', 0)).status).toBe(200)
  const { status, body } = await chunk('last', 1)
  expect([status, body.data.attributes.name]).toEqual([201, 'my-file.txt'])
  expect(Number(body.data.attributes.filesize)).toBe(10)
})

test('a link has a limited number of unfinished uploads', async () => {
  const { token } = await shared()
  const begin = () => send(visitor, token, 'x', { upload_id: newId(), size: 2 })
  for (let n = 0; n < MAX_OPEN_UPLOADS; n++) expect((await begin()).status).toBe(200)
  const refused = await begin()
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  expect((await put(ann, 'own')).status).toBe(201)
  await ann.delete('/api/share/revoke', { tokens: [token] })
  expect(await reservedOf(ann)).toBe(0)
})
