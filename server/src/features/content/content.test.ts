import { randomBytes } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { hour } from '../../infrastructure/clock.ts'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { testOnDisk } from '../../testing/test-on-disk.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const urlOf = (entry: { attributes: { file_url: string } }) => entry.attributes.file_url

/** The address with one of its parts changed. */
function changed(url: string, change: Record<string, string>): string {
  const at = new URL(url, 'http://x')
  for (const [name, value] of Object.entries(change)) at.searchParams.set(name, value)
  return at.pathname + at.search
}

describe('refuses', () => {
  test('an address that was changed in any part, and one of another file', async () => {
    const [mine, other] = [await file(ann, 'a'), await file(ann, 'b')]
    const url = urlOf(mine)
    const bob = await holdall.signUp()
    for (const forged of [
      changed(url, { signature: 'x'.repeat(43) }),
      changed(url, { signature: '' }),
      changed(url, { expires: '99999999999' }),
      changed(url, { for: `u.${bob.userId}` }),
      changed(url, { v: '2' }),
      url.replace(mine.id, other.id),
    ]) {
      expect((await ann.get(forged)).status).toBe(404)
    }
  })

  test('a caller whom it does not name, and the one it names after signing out', async () => {
    const url = urlOf(await file(ann, 'a'))
    const bob = await holdall.signUp()
    expect((await bob.get(url)).status).toBe(404)
    expect((await holdall.visitor().get(url)).status).toBe(404)
    expect((await ann.get(url)).status).toBe(200)
    await ann.post('/logout')
    expect((await ann.get(url)).status).toBe(404)
  })

  test('an expired address, after twelve hours at most', async () => {
    const late = await testApp()
    try {
      const bob = await late.signUp()
      const url = urlOf(await file(bob, 'a'))
      late.clock.advance(5 * hour)
      expect((await bob.get(url)).status).toBe(200)
      late.clock.advance(7 * hour + 1000)
      expect((await bob.get(url)).status).toBe(404)
    } finally {
      await late.close()
    }
  })

  test('a file that was deleted for good', async () => {
    const entry = await file(ann, 'a')
    await ann.post('/api/remove', { items: [{ id: entry.id, force_delete: true }] })
    expect((await ann.get(urlOf(entry))).status).toBe(404)
  })
})

test('sends the whole file, with the headers for caches and players', async () => {
  const { raw } = await ann.get(urlOf(await file(ann, 'a.bin', '0123456789')))
  expect(raw.body).toBe('0123456789')
  expect(raw.headers).toMatchObject({
    'content-length': '10',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]+-1"$/),
    'last-modified': expect.stringMatching(/GMT$/),
    'cache-control': 'private, no-cache',
  })
})

test('defect 25: sends exactly the requested range', async () => {
  const url = urlOf(await file(ann, 'a.bin', '0123456789'))
  for (const [range, body, contentRange] of [
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
  ]) {
    const { status, raw } = await ann.get(url, { range: range! })
    expect([status, raw.body, raw.headers['content-range'], raw.headers['content-length']]).toEqual([
      206,
      body,
      contentRange,
      String(body!.length),
    ])
  }
  const { status, raw } = await ann.get(url, { range: 'bytes=10-' })
  expect([status, raw.headers['content-range']]).toEqual([416, 'bytes */10'])
  expect((await ann.get(url, { range: 'bytes=0-1,3-4' })).raw.body).toBe('0123456789')
})

const KIB = 1024
test.each([
  1,
  128 * KIB,
  128 * KIB + 1,
  200 * KIB,
  256 * KIB,
  256 * KIB + 1,
  1024 * KIB,
  1024 * KIB + 1,
  3072 * KIB + 17,
])('sends every byte of a file of %d bytes, whole and in parts', async (size) => {
  const bytes = randomBytes(size)
  const url = urlOf(await file(ann, 'large.bin', bytes))
  expect((await ann.get(url)).raw.rawPayload.equals(bytes)).toBe(true)
  const [start, end] = [Math.floor(size / 3), size - 1]
  const { raw } = await ann.get(url, { range: `bytes=${start}-${end}` })
  expect(raw.rawPayload.equals(bytes.subarray(start))).toBe(true)
})

test('answers 304 to a client that has the content, by its tag and never by its date', async () => {
  const url = urlOf(await file(ann, 'a.bin', '0123456789'))
  const { etag, 'last-modified': date } = (await ann.get(url)).raw.headers as Record<string, string>
  const status = async (headers: Record<string, string>) => (await ann.get(url, headers)).status
  const later = new Date(Date.parse(date!) + 1000).toUTCString()
  for (const tags of [etag!, `W/${etag} `, `"x" , ${etag}`, `${etag},"x"`, `"x", W/${etag}`, '*']) {
    expect([tags, await status({ 'if-none-match': tags })]).toEqual([tags, 304])
  }
  for (const tags of ['', '"x"', `"W/${etag!.slice(1)}`, etag!.slice(1, -1), `"x" ${etag}`, `xW/${etag}`]) {
    expect([tags, await status({ 'if-none-match': tags })]).toEqual([tags, 200])
  }
  expect(await status({ 'if-none-match': '"x"', 'if-modified-since': later })).toBe(200)
  expect(await status({ 'if-modified-since': date! })).toBe(200)
  expect(await status({ 'if-modified-since': later })).toBe(200)
  expect(await status({ 'if-modified-since': 'nonsense' })).toBe(200)
  expect(await status({ 'if-none-match': etag!, 'cache-control': 'no-cache' })).toBe(200)
})

test('answers 304 for what the client has, continues only the same bytes, and answers HEAD without a body', async () => {
  const url = urlOf(await file(ann, 'a.bin', '0123456789'))
  const { etag } = (await ann.get(url)).raw.headers as { etag: string }
  const unchanged = await ann.get(url, { 'if-none-match': etag })
  expect([unchanged.status, unchanged.raw.body]).toEqual([304, ''])
  expect((await ann.get(url, { range: 'bytes=5-', 'if-range': etag })).status).toBe(206)
  expect((await ann.get(url, { range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200)
  const head = await ann.request({ method: 'HEAD', url })
  expect([head.status, head.raw.body, head.raw.headers['content-length']]).toEqual([200, '', '10'])
})

test('answers no 304 to a caller who has the tag and not the right', async () => {
  const url = urlOf(await file(ann, 'a.bin', '0123456789'))
  const { etag } = (await ann.get(url)).raw.headers as { etag: string }
  for (const other of [await holdall.signUp(), holdall.visitor()]) {
    const { status, raw } = await other.get(url, { 'if-none-match': etag })
    expect([status, raw.headers['etag']]).toEqual([404, undefined])
  }
  expect((await ann.get(url, { 'if-none-match': etag })).status).toBe(304)
})

testOnDisk('uses two buffers for a download, and small ones when many are read at once', async () => {
  const MIB = 1024 * 1024
  const SIZE = 3 * MIB
  const entry = await file(ann, 'held.bin', Buffer.alloc(SIZE, 'x'))
  const { blob_id: id } = await holdall.services.db
    .selectFrom('entries')
    .select('blob_id')
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow()
  const blobs = openBlobs(holdall.services.config)
  const readers = Array.from({ length: 40 }, () => blobs.read(id!, { start: 0, end: SIZE - 1 })[Symbol.asyncIterator]())
  const held = readers.map(() => new Set<ArrayBufferLike>())
  const sent = readers.map(() => 0)
  // One buffer of each in turn: all of them are open at the same time.
  for (let open = readers.length; open > 0;) {
    open = 0
    for (const [n, reader] of readers.entries()) {
      const { value, done } = await reader.next()
      if (done) continue
      open += 1
      held[n]!.add(value.buffer)
      sent[n]! += value.length
    }
  }
  expect(new Set(sent)).toEqual(new Set([SIZE]))
  const bytesOf = (memory: Iterable<ArrayBufferLike>) =>
    [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0)
  const byReader = held.map(bytesOf)
  expect(Math.max(...byReader)).toBeLessThanOrEqual(2 * MIB)
  expect(byReader.filter((bytes) => bytes > MIB / 2).length).toBeLessThanOrEqual(8)
  expect(bytesOf(new Set(held.flatMap((memory) => [...memory])))).toBeLessThanOrEqual(32 * MIB)
})

testOnDisk('a disk that fails in the middle ends the download and is logged', async () => {
  const entry = await file(ann, 'damaged.bin', Buffer.alloc(8 * 1024 * 1024, 'x'))
  const row = await holdall.services.db
    .selectFrom('entries')
    .select('blob_id')
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow()
  const { blob_id: id } = row as { blob_id: string }
  const blob = join(holdall.services.config.dataDir, 'blobs', id.slice(-2), id.slice(-4, -2), id)
  await truncate(blob, 5 * 1024 * 1024)
  const port = await listen(holdall.app)
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const connection = rawConnection(port, `GET ${urlOf(entry)} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`)
  await connection.closed
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 .*content-length: 8388608/is)
  expect(connection.received().length).toBeLessThan(8 * 1024 * 1024)
  expect(holdall.log.filter((line) => line.includes('a download was aborted') && line.includes(id))).toHaveLength(1)
})

describe('user content is never executed', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['defect 23: an SVG', 'a.svg', svg],
    ['an SVG called PNG', 'a.png', svg],
    ['HTML', 'a.html', '<html><script>alert(1)</script>'],
    ['HTML called JPEG', 'a.jpg', '<script>alert(1)</script>'],
    ['a script', 'a.js', 'alert(1)'],
    ['XML', 'a.xml', '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ])('%s is an attachment', async (_what, name, bytes) => {
    const { headers } = (await ann.get(urlOf(await file(ann, name, bytes)))).raw
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(headers['content-type']).not.toMatch(/html|svg|xml|javascript/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('images and PDF are shown inline, with the same policy, and are attachments on request', async () => {
    for (const [name, bytes, type] of [
      ['a.png', '\x89PNG\r\n\x1a\n', 'image/png'],
      ['a.pdf', '%PDF-1.7', 'application/pdf'],
    ] as const) {
      const url = urlOf(await file(ann, name, Buffer.from(bytes, 'latin1')))
      const { headers } = (await ann.get(url)).raw
      expect(headers).toMatchObject({ 'content-type': type, 'content-security-policy': "sandbox; default-src 'none'" })
      expect(headers['content-disposition']).toMatch(/^inline; /)
      expect((await ann.get(`${url}&download=1`)).raw.headers['content-disposition']).toMatch(/^attachment; /)
    }
  })

  test('a hostile name stays inside its quotes', async () => {
    const url = urlOf(await file(ann, `a"; filename=evil.html; x="ملف 100%'s.txt`))
    const disposition = String((await ann.get(url)).raw.headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[^"%\\\r\n]*"; filename\*=UTF-8''[A-Za-z0-9._~%-]+$/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(`a"; filename=evil.html; x="ملف 100%'s.txt`)
  })
})

test('counts downloaded bytes for the owner and the day', async () => {
  const bob = await holdall.signUp()
  await bob.get(urlOf(await file(bob, 'a', '0123456789')))
  await bob.get(urlOf(await file(bob, 'b', '0123456789')), { range: 'bytes=0-4' })
  const rows = () => holdall.services.db.selectFrom('traffic').selectAll().where('user_id', '=', bob.userId).execute()
  // It is written once a second.
  await until(async () => (await rows()).some(({ downloaded }) => downloaded >= 15))
  expect(await rows()).toMatchObject([{ uploaded: 20, downloaded: 15 }])
})

describe('with a content origin', () => {
  let elsewhere: TestApp
  const content = { host: 'content.example.com' }
  beforeAll(async () => {
    elsewhere = await testApp({
      config: { publicUrl: 'https://app.example.com', contentUrl: 'https://content.example.com' },
    })
  })
  afterAll(() => elsewhere.close())

  test('an address is absolute, opens there without a cookie for minutes, and is invalid once access is lost', async () => {
    const bob = await elsewhere.signUp()
    const entry = await file(bob, 'a', '0123456789')
    const url = new URL(urlOf(entry))
    expect(url.origin).toBe('https://content.example.com')
    const path = url.pathname + url.search
    const visitor = elsewhere.visitor()
    const { status, raw } = await visitor.get(path, content)
    expect([status, raw.body, raw.headers['cross-origin-resource-policy']]).toEqual([200, '0123456789', 'cross-origin'])
    expect((await visitor.get(path, { host: 'app.example.com' })).status).toBe(404)
    await elsewhere.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', bob.userId).execute()
    expect((await visitor.get(path, content)).status).toBe(404)
  })

  test('pages of the app can read it and its ranges there, also a refusal, and no other site on the app’s origin', async () => {
    const bob = await elsewhere.signUp()
    const { pathname, search } = new URL(urlOf(await file(bob, 'a', '0123456789')))
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('content-range'),
    }
    const visitor = elsewhere.visitor()
    const refused = await visitor.get(pathname + search.replace(/signature=[^&]*/, 'signature=x'), content)
    expect(refused.status).toBe(404)
    expect(refused.raw.headers).toMatchObject(cors)
    const part = await visitor.get(pathname + search, {
      ...content,
      origin: 'https://app.example.com',
      range: 'bytes=2-4',
    })
    expect([part.status, part.raw.body]).toEqual([206, '234'])
    expect(part.raw.headers).toMatchObject(cors)
    for (const { raw } of [
      await bob.get(pathname + search, { host: 'app.example.com' }),
      await ann.get(urlOf(await file(ann, 'b', 'x')), { origin: 'https://other.example' }),
    ]) {
      expect([raw.statusCode, raw.headers['access-control-allow-origin']]).toEqual([200, undefined])
    }
  })

  test('it expires after ten minutes', async () => {
    const bob = await elsewhere.signUp()
    const url = new URL(urlOf(await file(bob, 'a')))
    elsewhere.clock.advance(10 * 60_000 + 1000)
    expect((await elsewhere.visitor().get(url.pathname + url.search, content)).status).toBe(404)
  })

  test('an address ends at once with the session it was made in', async () => {
    const bob = await elsewhere.signUp()
    const url = new URL(urlOf(await file(bob, 'a')))
    const path = url.pathname + url.search
    expect((await elsewhere.visitor().get(path, content)).status).toBe(200)
    const again = elsewhere.visitor()
    await again.post('/login', { email: bob.email, password: testPassword })
    await bob.post('/logout')
    expect((await elsewhere.visitor().get(path, content)).status).toBe(404)
    const [listed] = (await again.get('/api/browse/folders/all')).body.data
    const fresh = new URL(urlOf(listed))
    expect((await elsewhere.visitor().get(fresh.pathname + fresh.search, content)).status).toBe(200)
  })

  test.each([
    ['a password', { protected: true, password: 'sesame-open' }],
    ['another expiration', { expiration: 1 }],
  ])('an address ends at once when its link gets %s', async (_what, change) => {
    const bob = await elsewhere.signUp()
    const id = await folder(bob, 'f')
    await file(bob, 'a', 'abc', { parent_id: id })
    const token = await shareLink(bob, id)
    const url = new URL(
      (await elsewhere.visitor().get(`/api/sharing/folders/all/${token}`)).body.data[0].attributes.file_url,
    )
    const path = url.pathname + url.search
    expect((await elsewhere.visitor().get(path, content)).status).toBe(200)
    expect((await bob.patch(`/api/share/${token}`, change)).status).toBe(200)
    expect((await elsewhere.visitor().get(path, content)).status).toBe(404)
  })

  test('a revoked link ends at once there too', async () => {
    const bob = await elsewhere.signUp()
    const token = await shareLink(bob, await folder(bob, 'f'))
    const [listed] = [(await bob.get('/api/browse/folders/all')).body.data[0]]
    await file(bob, 'a', 'abc', { parent_id: listed.id })
    const url = new URL(
      (await elsewhere.visitor().get(`/api/sharing/folders/all/${token}`)).body.data[0].attributes.file_url,
    )
    const path = url.pathname + url.search
    expect((await elsewhere.visitor().get(path, content)).status).toBe(200)
    await bob.delete('/api/share/revoke', { tokens: [token] })
    expect((await elsewhere.visitor().get(path, content)).body.code).toBe('share-revoked')
  })
})
