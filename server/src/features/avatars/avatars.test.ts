import { existsSync, readdirSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { MAX_AVATAR_BYTES } from '@holdall/api'
import sharp, { type Sharp } from 'sharp'
import { day } from '../../infrastructure/clock.ts'
import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, shareLink } from '../../testing/file-requests.ts'
import { hugePng } from '../../testing/huge-png.ts'
import { picture, png } from '../../testing/pictures.ts'
import { listen, rawConnection, rawJson } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { collectGarbage, removeOrphans } from '../storage/garbage.ts'
import { createAvatars } from './avatar-service.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const url = '/api/user/avatar'
const tomorrow = { now: () => holdall.clock.now() + day + 60_000 }
type Images = Record<'xs' | 'sm' | 'md', string>

const send = (client: Client, bytes: Buffer) => client.form(url, [['avatar', bytes]])
const avatarOf = async (client: Client): Promise<Images | null> =>
  (await client.get('/api/user')).body.data.attributes.avatar

/** The addresses of a picture that was just set. */
async function set(client: Client, bytes: Buffer): Promise<Images> {
  const { status, body } = await send(client, bytes)
  expect([status, body]).toEqual([204, undefined])
  return (await avatarOf(client))!
}
async function imageAt(address: string): Promise<Buffer> {
  const { status, raw } = await holdall.visitor().get(address)
  expect(status).toBe(200)
  return raw.rawPayload
}
async function blobIds(): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of holdall.services.blobs.list()) ids.push(id)
  return ids.sort()
}
const temporary = () => {
  const folderPath = join(holdall.services.config.dataDir, 'tmp')
  return existsSync(folderPath) ? readdirSync(folderPath).map((name) => join(folderPath, name)) : []
}
/** The request that sets a picture, as bytes. */
function rawForm({ cookies }: SignedIn, bytes: Buffer): Buffer {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const before = '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
  const after = '\r\n--b--\r\n'
  const head =
    `POST ${url} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
    `content-length: ${before.length + bytes.length + after.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head + before), bytes, Buffer.from(after)])
}
const rowsOf = ({ userId }: SignedIn) =>
  holdall.services.db.selectFrom('avatars').selectAll().where('user_id', '=', userId).execute()

describe('is refused', () => {
  test('to set or to remove one without a session', async () => {
    const visitor = holdall.visitor()
    expect((await send(visitor, await png())).body.code).toBe('unauthenticated')
    expect((await visitor.delete(url)).body.code).toBe('unauthenticated')
    expect((await visitor.post(url, { _method: 'delete' })).body.code).toBe('unauthenticated')
    expect(temporary()).toEqual([])
  })

  const half = async (image: Sharp) => {
    const bytes = await image.toBuffer()
    return bytes.subarray(0, bytes.length / 2)
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each<[string, number, string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', 422, 'bad-image', () => Buffer.alloc(0)],
    ['a page', 422, 'bad-image', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', 422, 'bad-image', () => Buffer.from(svg)],
    ['SVG behind the signature of a PNG', 422, 'bad-image', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1')],
    ['a script that begins like a GIF', 422, 'bad-image', () => Buffer.from('GIF89a\x01\0\x01\0=1;alert(1)')],
    ['TIFF', 422, 'bad-image', () => picture().tiff().toBuffer()],
    ['a PDF', 422, 'bad-image', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<')],
    ['a truncated JPEG', 422, 'bad-image', () => half(picture(800, 600).jpeg())],
    ['a truncated PNG', 422, 'bad-image', () => half(picture(800, 600).png())],
    ['an image of 30,000 × 30,000 pixels', 422, 'image-too-large', () => hugePng(30_000, 30_000)],
    ['an image of 4 gigapixels', 422, 'image-too-large', () => hugePng(65_535, 65_535)],
    ['more than 10 MiB', 413, 'too-large', () => Buffer.alloc(MAX_AVATAR_BYTES + 1, 'x')],
  ])('%s, which leaves nothing behind', async (_what, status, code, bytes) => {
    const before = await set(ann, await png())
    const stored = await blobIds()
    const answer = await send(ann, await bytes())
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toMatch(/^(This picture|This is too large)/)
    expect([await avatarOf(ann), await blobIds(), temporary()]).toEqual([before, stored, []])
    // The next one is rendered as if nothing had happened.
    await set(ann, await png(20, 20))
  })

  test('without the field, in another one, as JSON, and as a raw body', async () => {
    const bytes = await png()
    const missing = await ann.form(url, [['name', 'avatar']])
    expect([missing.body.code, missing.body.errors]).toEqual(['validation', { avatar: ['The file is missing.'] }])
    expect((await ann.form(url, [['file', bytes]])).body.errors).toHaveProperty('avatar')
    expect((await ann.form(url, [['avatar', bytes.toString('base64')]])).body.errors).toHaveProperty('avatar')
    for (const answer of [await ann.post(url, { avatar: 'x' }), await ann.post(url), await ann.raw(url, {}, bytes)]) {
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported-media-type'])
    }
    expect((await ann.post(url, { _method: 'put' })).body.code).toBe('method-not-allowed')
    expect([await avatarOf(ann), temporary()]).toEqual([null, []])
  })

  test('after 30 within an hour, until some time has passed', async () => {
    for (let n = 0; n < 30; n++) expect((await send(ann, Buffer.from('x'))).status).toBe(422)
    const { status, body } = await send(ann, await png())
    expect([status, body.code, body.retry_after > 0]).toEqual([429, 'throttled', true])
    // From another address too.
    const other = holdall.visitor()
    expect((await other.post('/login', { email: ann.email, password: testPassword })).status).toBe(200)
    expect((await send(other, await png())).body.code).toBe('throttled')
    expect(temporary()).toEqual([])
  })

  test('while too many are being rendered', async () => {
    const avatars = createAvatars({
      ...holdall.services,
      renderer: { render: () => new Promise(() => undefined), close: () => undefined },
    })
    const path = join(holdall.services.config.dataDir, 'picture.png')
    await sharp(await png()).toFile(path)
    const { signal } = new AbortController()
    const calls = Array.from({ length: 17 }, () => avatars.replace(ann.userId, path, signal))
    await expect(Promise.race(calls)).rejects.toMatchObject({ code: 'busy' })
  })
})

test('a picture is three squares of its middle, at addresses of their own', async () => {
  const stripes = [
    { input: await png(100, 100, '#00ff00'), left: 0, top: 0 },
    { input: await png(100, 100, '#0000ff'), left: 200, top: 0 },
  ]
  const images = await set(ann, await picture(300, 100, '#ff0000').composite(stripes).png().toBuffer())
  expect(new Set(Object.values(images)).size).toBe(3)
  for (const [size, pixels] of [
    ['md', 160],
    ['sm', 60],
    ['xs', 42],
  ] as const) {
    const image = sharp(await imageAt(images[size]))
    const { width, height, format } = await image.metadata()
    expect([width, height, format]).toEqual([pixels, pixels, 'webp'])
    const { dominant } = await image.stats()
    expect([dominant.r > 200, dominant.g < 40, dominant.b < 40]).toEqual([true, true, true])
  }
})

test.each<[string, (image: Sharp) => Sharp]>([
  ['jpeg', (image) => image.jpeg()],
  ['png', (image) => image.png()],
  ['webp', (image) => image.webp()],
  ['avif', (image) => image.avif({ effort: 0 })],
  ['gif', (image) => image.gif()],
])('a picture may be %s, whatever its name and type say', async (_format, encode) => {
  const { md } = await set(ann, await encode(picture()).toBuffer())
  expect((await sharp(await imageAt(md)).metadata()).format).toBe('webp')
})

test('of an animation it is the first image', async () => {
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((color) => png(64, 64, color)))
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const image = sharp(await imageAt((await set(ann, animation)).md))
  expect((await image.metadata()).pages ?? 1).toBe(1)
  const { dominant } = await image.stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
})

test('a picture is upright, keeps transparency, and has no metadata', async () => {
  // The upper half is red, and the camera was turned: it is the right half of the upright picture.
  const turned = await picture(200, 200, '#ffffff')
    .composite([{ input: await png(200, 100, '#ff0000'), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: 'Maya' }, IFD3: { GPSLatitude: '59/1 19/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  expect((await sharp(turned).metadata()).exif?.includes('Maya')).toBe(true)
  const { md } = await set(ann, turned)
  const bytes = await imageAt(md)
  const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(bytes.includes('Maya')).toBe(false)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const greenAt = (x: number) => data[(80 * info.width + x) * info.channels + 1]!
  expect([greenAt(20) > 200, greenAt(140) < 60]).toEqual([true, true])

  const clear = sharp({ create: { width: 90, height: 90, channels: 4, background: '#00000000' } })
  const { isOpaque } = await sharp(await imageAt((await set(ann, await clear.png().toBuffer())).md)).stats()
  expect(isOpaque).toBe(false)
})

test('a large image within the limits is accepted', async () => {
  await set(ann, hugePng(7000, 7000))
})

test('the form of an image update arrives too, with the name of the field and its verb', async () => {
  const fields = [['name', 'avatar'], ['avatar', await png()], ['_method', 'PATCH']] as const // oxfmt-ignore
  expect((await ann.form(url, fields)).status).toBe(204)
  expect(await avatarOf(ann)).not.toBeNull()
})

test('an image is cached for ever, and is never executed', async () => {
  const { xs } = await set(ann, await png())
  const { raw } = await holdall.visitor().get(xs)
  expect(raw.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': expect.stringMatching(/^inline; /),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  })
  const etag = raw.headers['etag'] as string
  expect((await ann.get(xs, { 'if-none-match': etag })).status).toBe(304)
  const head = await ann.request({ method: 'HEAD', url: xs })
  expect([head.status, head.raw.body]).toEqual([200, ''])
})

test.each(['x'.repeat(22), 'x', '..%2f..%2fsecret.key', '%00', ''])('the name %p leads nowhere', async (name) => {
  const { status, body } = await holdall.visitor().get(`/avatars/${name}`)
  expect([status, body.code]).toEqual([404, 'not-found'])
})

test('the name of an image cannot be guessed: neither its blob nor its user is part of it', async () => {
  const images = await set(ann, await png())
  const rows = await rowsOf(ann)
  for (const { name, blob_id: blob } of rows) {
    expect(name).toMatch(/^[\w-]{22}$/)
    expect(Object.values(images)).toContain(`/avatars/${name}`)
    expect((await ann.get(`/avatars/${blob}`)).status).toBe(404)
  }
  expect(holdall.log.some((line) => rows.some(({ name }) => line.includes(name)))).toBe(false)
})

const remove: readonly [string, () => Promise<{ status: number }>][] = [
  ['DELETE', () => ann.delete(url)],
  ['POST with _method', () => ann.post(url, { _method: 'delete' })],
]
test.each(remove)('is removed by %s, for its user only, and once more without an error', async (_how, run) => {
  const bob = await holdall.signUp()
  const [images, kept] = [await set(ann, await png()), await set(bob, await png())]
  const blobs = (await rowsOf(ann)).map(({ blob_id: id }) => id)
  expect((await run()).status).toBe(204)
  expect([await avatarOf(ann), await avatarOf(bob)]).toEqual([null, kept])
  for (const address of Object.values(images)) expect((await ann.get(address)).status).toBe(404)
  expect((await run()).status).toBe(204)
  await expectToBeDeleted(blobs)
  await imageAt(kept.md)
})

test('is replaced: the addresses are other ones, and what was there is deleted a day later', async () => {
  const before = await set(ann, await png())
  const blobs = (await rowsOf(ann)).map(({ blob_id: id }) => id)
  const after = await set(ann, await png(90, 90))
  expect(Object.values(after).filter((address) => Object.values(before).includes(address))).toEqual([])
  expect((await ann.get(before.md)).status).toBe(404)
  await expectToBeDeleted(blobs)
  await imageAt(after.md)
})

async function expectToBeDeleted(blobs: readonly string[]) {
  const { services } = holdall
  const { db, blobs: store } = services
  expect(blobs).toHaveLength(3)
  await collectGarbage(services, store)
  for (const id of blobs) expect(await store.stat(id)).not.toBeNull()
  await collectGarbage({ ...services, clock: tomorrow }, store)
  for (const id of blobs) expect(await store.stat(id)).toBeNull()
  expect(await db.selectFrom('blobs').select('id').where('id', 'in', blobs).execute()).toEqual([])
  expect(await db.selectFrom('garbage').select('blob_id').where('blob_id', 'in', blobs).execute()).toEqual([])
}

test('of several at once one remains, whole; a ninth is refused as long as they last', async () => {
  const pictures = await Promise.all(Array.from({ length: 9 }, (_, n) => png(50 * n + 50, 50)))
  const answers = await Promise.all(pictures.map((bytes) => send(ann, bytes)))
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([count(204), count(503)]).toEqual([8, 1])
  expect((await rowsOf(ann)).map(({ size }) => size).toSorted()).toEqual(['md', 'sm', 'xs'])
  for (const address of Object.values((await avatarOf(ann))!)) await imageAt(address)
})

test('a picture uses no quota, and can be set when the storage is full', async () => {
  const bob = await holdall.signUp({ quota: 4 + 1024 })
  await file(bob, 'a', '1234')
  await set(bob, await png())
  await set(bob, await png())
  expect((await bob.get('/api/user')).body.data.attributes.storage).toEqual({ used: 1028, capacity: 1028 })
  await expectCountersToMatchRows(holdall.services.db)
})

test('who uploads and disconnects leaves nothing behind', async () => {
  const port = await listen(holdall.app)
  const stored = await blobIds()
  // In the middle of the file, and while it is rendered.
  const half = rawConnection(port, rawForm(ann, await picture(3000, 3000).png().toBuffer()).subarray(0, 4000))
  await until(() => temporary().length > 0)
  half.socket.destroy()
  await until(() => temporary().length === 0)
  const large = await picture(5000, 5000).jpeg({ progressive: true }).toBuffer()
  const whole = rawConnection(port, rawForm(ann, large))
  await until(() => temporary().some((path) => statSync(path).size === large.length))
  whole.socket.destroy()
  await until(() => temporary().length === 0)
  expect([await blobIds(), await rowsOf(ann)]).toEqual([stored, []])
  await set(ann, await png())
})

test('a picture whose session ends while it is received is refused, and leaves nothing behind', async () => {
  const { app, services } = holdall
  const port = app.server.listening ? (app.server.address() as AddressInfo).port : await listen(app)
  const stored = await blobIds()
  const form = rawForm(ann, await png())
  const { socket, received } = rawConnection(port, form.subarray(0, -100))
  await until(() => temporary().length > 0)
  await services.db.deleteFrom('sessions').where('user_id', '=', ann.userId).execute()
  socket.write(form.subarray(-100))
  await until(() => received().includes('\r\n\r\n{'))
  socket.destroy()
  expect(rawJson(received())).toMatchObject({ code: 'unauthenticated' })
  await until(() => temporary().length === 0)
  expect([await blobIds(), await rowsOf(ann)]).toEqual([stored, []])
})

test('where one of its images cannot be stored, none is', async () => {
  const { services } = holdall
  const before = await set(ann, await png())
  const stored = await blobIds()
  let completed = 0
  const avatars = createAvatars({
    ...services,
    blobs: {
      ...services.blobs,
      async complete(id, size) {
        if (++completed === 3) throw new Error('disk full')
        await services.blobs.complete(id, size)
      },
    },
    renderer: {
      render: () =>
        Promise.resolve((['md', 'sm', 'xs'] as const).map((size) => ({ size, bytes: Buffer.from('image') }))),
      close: () => undefined,
    },
  })
  const path = join(services.config.dataDir, 'picture.png')
  await sharp(await png()).toFile(path)
  await expect(avatars.replace(ann.userId, path, new AbortController().signal)).rejects.toThrow('disk full')
  expect([completed, await blobIds(), await avatarOf(ann)]).toEqual([3, stored, before])
})

test('images whose rows were not committed are deleted a day later', async () => {
  const { services } = holdall
  const before = await set(ann, await png())
  const stored = await blobIds()
  const avatars = createAvatars({
    ...services,
    transact: () => Promise.reject(new Error('killed')),
    renderer: {
      render: () => Promise.resolve([{ size: 'xs', bytes: Buffer.from('image') }]),
      close: () => undefined,
    },
  })
  const path = join(services.config.dataDir, 'picture.png')
  await sharp(await png()).toFile(path)
  await expect(avatars.replace(ann.userId, path, new AbortController().signal)).rejects.toThrow('killed')
  expect(await blobIds()).toHaveLength(stored.length + 1)
  await removeOrphans({ ...services, clock: tomorrow }, services.blobs)
  expect([await blobIds(), await avatarOf(ann)]).toEqual([stored, before])
})

test('visitors of a link see the picture of its owner, once it is unlocked; admins see that of new accounts', async () => {
  const images = await set(ann, await png())
  const id = await folder(ann, 'shared')
  const token = await shareLink(ann, id, { isPassword: true, password: 'sesame-open' })
  const visitor = holdall.visitor()
  expect((await visitor.get(`/api/sharing/${token}`)).body.data.attributes.owner).toBeNull()
  const unlocked = await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'sesame-open' })
  expect(unlocked.body.data.attributes.owner).toMatchObject({ avatar: images })
  const { owner } = (await visitor.get(`/api/sharing/${token}`)).body.data.attributes
  expect(owner).toMatchObject({ avatar: images, color: expect.stringMatching(/^#/) as string })
  const { data } = (await (await holdall.signInAdmin()).get('/api/admin/dashboard/newbies')).body
  const newest = data as { id: string; attributes: { avatar: Images | null } }[]
  expect(newest.find((user) => user.id === ann.userId)!.attributes.avatar).toEqual(images)
})
