import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { file, shareLink } from '../../testing/file-requests.ts'
import { hour } from '../../infrastructure/clock.ts'
import { picture } from '../../testing/pictures.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { mainThreadStatements } from '../../testing/counted-statements.ts'
import { makeThumbnails } from './make-thumbnails.ts'
import type { Client } from '../../testing/client.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

type Addresses = Record<'xs' | 'sm' | 'lg' | 'xl', string>

const listed = async (client: Client, url = '/api/browse/folders/all') =>
  (await client.get(url)).body.data as { id: string; attributes: { thumbnail: Addresses | null } }[]

/** The addresses of a file's thumbnails once all jobs have run. */
async function thumbnailOf(id: string): Promise<Addresses | null> {
  await holdall.services.jobs.runDue()
  return (await listed(ann)).find((entry) => entry.id === id)!.attributes.thumbnail
}

async function stateOf(id: string): Promise<string | null> {
  const { thumbnail_state: state } = await holdall.services.db
    .selectFrom('entries')
    .innerJoin('blobs', 'blobs.id', 'entries.blob_id')
    .select('thumbnail_state')
    .where('entries.id', '=', id)
    .executeTakeFirstOrThrow()
  return state
}

async function imageAt(url: string): Promise<Buffer> {
  const { status, raw } = await ann.get(url)
  expect(status).toBe(200)
  return raw.rawPayload
}
const sizeAt = async (url: string) => {
  const { width, height, format } = await sharp(await imageAt(url)).metadata()
  return [width, height, format]
}

function changed(url: string, change: Record<string, string>): string {
  const at = new URL(url, 'http://x')
  for (const [name, value] of Object.entries(change)) at.searchParams.set(name, value)
  return at.pathname + at.search
}

describe('refuses', () => {
  test('an address that was changed, that is of a file, has expired, or is opened by another user', async () => {
    const entry = await file(ann, 'a.png', await picture(300, 200).png().toBuffer())
    const { xs } = (await thumbnailOf(entry.id))!
    const bob = await holdall.signUp()
    const other = await file(ann, 'b.png', await picture(30, 20).png().toBuffer())
    for (const forged of [
      changed(xs, { signature: 'x'.repeat(43) }),
      changed(xs, { expires: '99999999999' }),
      changed(xs, { for: `u.${bob.userId}` }),
      changed(xs, { v: '2' }),
      xs.replace(entry.id, other.id),
      xs.replace('/xs/', '/none/'),
      xs.replace('/xs/', '/xl/'),
      entry.attributes.file_url.replace('/file/', '/thumbnail/xs/'),
      xs.replace('/thumbnail/xs/', '/file/'),
    ]) {
      expect([forged, (await ann.get(forged)).status]).toEqual([forged, 404])
    }
    expect((await bob.get(xs)).status).toBe(404)
    expect((await holdall.visitor().get(xs)).status).toBe(404)
    expect((await ann.get(xs)).status).toBe(200)
    holdall.clock.advance(12 * hour + 1000)
    try {
      expect((await ann.get(xs)).status).toBe(404)
    } finally {
      holdall.clock.advance(-12 * hour - 1000)
    }
  })

  test('the address of content that was replaced, and of a file that was deleted for good', async () => {
    const entry = await file(ann, 'a.png', await picture(300, 200).png().toBuffer())
    const { xs } = (await thumbnailOf(entry.id))!
    const next = await picture(200, 300).png().toBuffer()
    const { id } = await file(ann, 'a.png', next, { replace: 1 })
    expect(id).toBe(entry.id)
    expect((await ann.get(xs)).status).toBe(404)
    const replaced = (await thumbnailOf(id))!
    expect(await sizeAt(replaced.xs)).toEqual([80, 120, 'webp'])
    await ann.post('/api/remove', { items: [{ id, force_delete: true }] })
    expect((await ann.get(replaced.xs)).status).toBe(404)
  })
})

test('an image has no thumbnail until the job has run, and then four sizes', async () => {
  const entry = await file(ann, 'a.jpg', await picture(3000, 2000).jpeg().toBuffer())
  expect(entry.attributes.thumbnail).toBeNull()
  const thumbnail = (await thumbnailOf(entry.id))!
  expect(await Promise.all([thumbnail.xs, thumbnail.sm, thumbnail.lg, thumbnail.xl].map(sizeAt))).toEqual([
    [120, 80, 'webp'],
    [240, 160, 'webp'],
    [960, 640, 'webp'],
    [1440, 960, 'webp'],
  ])
  expect(await stateOf(entry.id)).toBe('made')
})

test('no image is enlarged: sizes above the content share its largest one', async () => {
  const entry = await file(ann, 'a.png', await picture(200, 50).png().toBuffer())
  const { xs, sm, lg, xl } = (await thumbnailOf(entry.id))!
  expect([await sizeAt(xs), await sizeAt(sm)]).toEqual([
    [120, 30, 'webp'],
    [200, 50, 'webp'],
  ])
  expect([lg, xl]).toEqual([sm, sm])
})

test.each([
  ['jpeg', (image: Sharp) => image.jpeg()],
  ['png', (image: Sharp) => image.png()],
  ['webp', (image: Sharp) => image.webp()],
  ['gif', (image: Sharp) => image.gif()],
  ['avif', (image: Sharp) => image.avif({ effort: 0 })],
  ['tiff', (image: Sharp) => image.tiff()],
])('%s files have thumbnails', async (format, encode) => {
  const entry = await file(ann, `a.${format}`, await encode(picture(300, 150)).toBuffer())
  expect(await sizeAt((await thumbnailOf(entry.id))!.xs)).toEqual([120, 60, 'webp'])
})

test('a thumbnail is upright, without the metadata of the photograph, and keeps transparency', async () => {
  const photo = await picture(300, 200)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: 'Maya' } })
    .jpeg()
    .toBuffer()
  const { xs } = (await thumbnailOf((await file(ann, 'photo.jpg', photo)).id))!
  const image = await imageAt(xs)
  const { width, height, exif, orientation } = await sharp(image).metadata()
  expect([width, height, exif, orientation]).toEqual([80, 120, undefined, undefined])

  const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const transparent = (await thumbnailOf((await file(ann, 'clear.png', clear)).id))!
  const { channels, dominant } = await sharp(await imageAt(transparent.xs))
    .stats()
    .then(async (stats) => ({
      channels: stats.channels.map(({ max }) => max),
      dominant: stats.isOpaque,
    }))
  expect([channels.at(-1), dominant]).toEqual([0, false])
})

test('of an animation it is the first image', async () => {
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((color) => picture(64, 64, color).png().toBuffer()))
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const { xs } = (await thumbnailOf((await file(ann, 'a.gif', animation)).id))!
  const image = await imageAt(xs)
  const { pages, width, height } = await sharp(image).metadata()
  expect([pages ?? 1, width, height]).toEqual([1, 64, 64])
  const { dominant } = await sharp(image).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
})

test('is sent for private caches until the address expires, and is never executed', async () => {
  const { xs } = (await thumbnailOf((await file(ann, 'a.png', await picture(300, 200).png().toBuffer())).id))!
  const { raw } = await ann.get(xs)
  expect(raw.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': expect.stringMatching(/^inline; /),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': expect.stringMatching(/^private, max-age=\d{4,5}, immutable$/),
    etag: expect.stringMatching(/^"[0-9a-f]+-1"$/),
  })
  const etag = raw.headers['etag'] as string
  expect((await ann.get(xs, { 'if-none-match': etag })).status).toBe(304)
  expect((await ann.request({ method: 'HEAD', url: xs })).raw.body).toBe('')
})

test('visitors of a link see thumbnails, until it is revoked', async () => {
  const folderId = (await ann.post('/api/create-folder', { name: 'shared' })).body.data.id
  const { id } = await file(ann, 'a.png', await picture(300, 200).png().toBuffer(), { parent_id: folderId })
  await holdall.services.jobs.runDue()
  const token = await shareLink(ann, folderId)
  const visitor = holdall.visitor()
  const [entry] = await listed(visitor, `/api/sharing/folders/all/${token}`)
  expect(entry!.id).toBe(id)
  const { xs } = entry!.attributes.thumbnail!
  expect((await visitor.get(xs)).status).toBe(200)
  await ann.request({ method: 'DELETE', url: '/api/share/revoke', payload: { tokens: [token] } })
  expect((await visitor.get(xs)).status).not.toBe(200)
})

test('thumbnails use no quota, and are deleted with the content', async () => {
  const { db, blobs } = holdall.services
  const bytes = await picture(300, 200).png().toBuffer()
  const { id } = await file(ann, 'a.png', bytes)
  await thumbnailOf(id)
  const { blob_id: blobId } = await db
    .selectFrom('entries')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const thumbnails = await db.selectFrom('thumbnails').selectAll().where('blob_id', '=', blobId!).execute()
  expect(thumbnails.map(({ size }) => size).toSorted()).toEqual(['lg', 'sm', 'xs'])
  const { used_bytes: used } = await db
    .selectFrom('users')
    .select('used_bytes')
    .where('id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  expect(used).toBe(bytes.length)
  await ann.post('/api/remove', { items: [{ id, force_delete: true }] })
  holdall.clock.advance(25 * hour)
  await holdall.services.jobs.runDue()
  for (const { thumbnail_blob_id: image } of thumbnails) expect(await blobs.stat(image)).toBeNull()
  const ids = [blobId!, ...thumbnails.map((thumbnail) => thumbnail.thumbnail_blob_id)]
  expect(await db.selectFrom('blobs').select('id').where('id', 'in', ids).execute()).toEqual([])
})

test('thumbnails of a file that is deleted while they are made are not kept', async () => {
  const { services } = holdall
  const { id } = await file(ann, 'a.png', await picture(300, 200).png().toBuffer())
  const row = await services.db
    .selectFrom('entries')
    .innerJoin('blobs', 'blobs.id', 'entries.blob_id')
    .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'blobs.created_at', 'mime'])
    .where('entries.id', '=', id)
    .executeTakeFirstOrThrow()
  const count = async () => {
    let blobs = 0
    for await (const _ of services.blobs.list()) blobs++
    return blobs
  }
  const before = await count()
  await makeThumbnails(
    {
      ...services,
      thumbnailer: {
        ...services.thumbnailer,
        async render(...args) {
          const rendered = await services.thumbnailer.render(...args)
          await services.db.updateTable('blobs').set({ thumbnail_state: 'none' }).where('id', '=', row.id).execute()
          return rendered
        },
      },
    },
    row,
    new AbortController().signal,
    false,
  )
  expect(await count()).toBe(before)
})

test('earlier files get thumbnails in the background; other types are noted', async () => {
  const { db } = holdall.services
  const image = await file(ann, 'a.png', await picture(300, 200).png().toBuffer())
  const text = await file(ann, 'a.txt')
  await holdall.services.jobs.runDue()
  const blobIds = db.selectFrom('entries').select('blob_id').where('id', 'in', [image.id, text.id])
  await db.deleteFrom('thumbnails').where('blob_id', 'in', blobIds).execute()
  await db.updateTable('blobs').set({ thumbnail_state: null }).where('id', 'in', blobIds).execute()
  expect((await listed(ann)).map(({ attributes }) => attributes.thumbnail)).toEqual([null, null])
  holdall.clock.advance(hour)
  expect(await thumbnailOf(image.id)).not.toBeNull()
  expect([await stateOf(image.id), await stateOf(text.id)]).toEqual(['made', 'none'])
})

test('a page of a folder reads the thumbnails of all its files at once', async () => {
  for (const name of ['a', 'b', 'c']) await file(ann, `${name}.png`, await picture(30, 20).png().toBuffer())
  await holdall.services.jobs.runDue()
  const statements = await mainThreadStatements(async () => {
    expect((await listed(ann)).filter(({ attributes }) => attributes.thumbnail !== null)).toHaveLength(3)
  })
  expect(statements.filter((text) => /from "thumbnails"/.test(text))).toHaveLength(
    globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? 1 : 0,
  )
})

describe('a bad file gets no thumbnail, is not rendered again, and stops no other', () => {
  const half = async (image: Sharp) => {
    const bytes = await image.toBuffer()
    return bytes.subarray(0, bytes.length / 2)
  }
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'
  test.each([
    ['a truncated image', 'a.jpg', () => half(picture(800, 600).jpeg()), 'failed'],
    ['a truncated PDF', 'a.pdf', () => '%PDF-1.7\n1 0 obj\n<<', 'failed'],
    ['a playlist that is named like a video', 'a.mp4', () => playlist, 'none'],
    ['a list of files that is named like a video', 'b.mp4', () => 'ffconcat version 1.0\nfile /etc/passwd\n', 'none'],
    ['SVG', 'a.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'none'],
    ['SVG that is named like an image', 'a.png', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'none'],
  ])('%s', async (_, name, bytes, state) => {
    const entry = await file(ann, name, await bytes())
    expect([await thumbnailOf(entry.id), await stateOf(entry.id)]).toEqual([null, state])
    const render = jest.spyOn(holdall.services.thumbnailer, 'render')
    holdall.clock.advance(hour)
    await holdall.services.jobs.runDue()
    expect(render).not.toHaveBeenCalled()
    render.mockRestore()
    expect((await ann.get('/api/ping')).status).toBe(200)
    const good = await file(ann, 'good.png', await picture(30, 20).png().toBuffer())
    expect(await thumbnailOf(good.id)).not.toBeNull()
  })
})

test('what does not depend on the file is tried again', async () => {
  const render = jest.spyOn(holdall.services.thumbnailer, 'render')
  render.mockRejectedValueOnce(new Error('no process can be started'))
  const { id } = await file(ann, 'a.png', await picture(30, 20).png().toBuffer())
  expect([await thumbnailOf(id), await stateOf(id)]).toEqual([null, null])
  holdall.clock.advance(hour)
  expect([await thumbnailOf(id), await stateOf(id)]).toEqual([expect.anything(), 'made'])
  render.mockRestore()
})

test('a file during which the process ended is tried once more, after the files that wait', async () => {
  const render = jest.spyOn(holdall.services.thumbnailer, 'render')
  render.mockResolvedValueOnce('interrupted')
  const bad = await file(ann, 'bad.png', await picture(30, 20).png().toBuffer())
  const good = await file(ann, 'good.png', await picture(31, 20).png().toBuffer())
  await holdall.services.jobs.runDue()
  expect(render.mock.calls.map(([, , options]) => options?.isLastAttempt)).toEqual([false, false, true])
  expect([await stateOf(bad.id), await stateOf(good.id)]).toEqual(['made', 'made'])
  render.mockRestore()
})

test('in the background it is tried once more, too', async () => {
  const { db } = holdall.services
  const files = [await file(ann, 'a.png', await picture(30, 20).png().toBuffer())]
  files.push(await file(ann, 'b.png', await picture(30, 20).png().toBuffer()))
  await holdall.services.jobs.runDue()
  for (const { id } of files) {
    const blobs = db.selectFrom('entries').select('blob_id').where('id', '=', id)
    await db.deleteFrom('thumbnails').where('blob_id', 'in', blobs).execute()
    await db.updateTable('blobs').set({ thumbnail_state: null }).where('id', 'in', blobs).execute()
  }
  const render = jest.spyOn(holdall.services.thumbnailer, 'render')
  render.mockResolvedValueOnce('interrupted')
  holdall.clock.advance(hour)
  await holdall.services.jobs.runDue()
  expect(render.mock.calls.map(([, , options]) => options?.isLastAttempt)).toEqual([false, true, false])
  for (const { id } of files) expect(await stateOf(id)).toBe('made')
  render.mockRestore()
})

test('videos get their thumbnails once FFmpeg is installed', async () => {
  const bin = mkdtempSync(join(tmpdir(), 'holdall-bin-'))
  const before = process.env['PATH']
  process.env['PATH'] = bin
  try {
    const head = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex')
    const entry = await file(ann, 'a.mp4', Buffer.concat([head, Buffer.alloc(500)]))
    expect(entry.attributes.mimetype).toBe('video/mp4')
    expect([await thumbnailOf(entry.id), await stateOf(entry.id)]).toEqual([null, 'no-ffmpeg'])
    await picture(64, 36).png().toFile(join(bin, 'frame.png'))
    writeFileSync(join(bin, 'ffmpeg'), `#!/bin/sh\nexec /bin/cat ${join(bin, 'frame.png')}\n`, { mode: 0o755 })
    holdall.clock.advance(hour)
    expect(await sizeAt((await thumbnailOf(entry.id))!.xs)).toEqual([64, 36, 'webp'])
  } finally {
    process.env['PATH'] = before
    rmSync(bin, { recursive: true })
  }
})
