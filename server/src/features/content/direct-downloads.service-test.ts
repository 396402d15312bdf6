import { randomBytes } from 'node:crypto'
import { file, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { testS3 } from '../../testing/test-storage.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  const s3 = testS3()!
  holdall = await testApp({ config: { storage: { driver: 's3', s3: { ...s3, downloadUrl: s3.endpoint } } } })
})
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

const bytes = randomBytes(300_000)
const download = (url: string, headers: Record<string, string> = {}) =>
  ann.request({ method: 'GET', url: `${url}&download=1`, headers })
const addressOf = async (url: string) => String((await download(url)).raw.headers['location'])

test('refuses whoever may not read the file, without an address', async () => {
  const { attributes } = await file(ann, 'mine.bin', bytes)
  for (const other of [holdall.visitor(), await holdall.signUp()]) {
    const { status, raw } = await other.get(`${attributes.file_url}&download=1`)
    expect([status, raw.headers['location']]).toEqual([404, undefined])
  }
})

test('a download comes from the store, as an attachment with the name of the file, in ranges too', async () => {
  const { attributes } = await file(ann, 'größe "1".html', bytes)
  const redirected = await download(attributes.file_url)
  expect([redirected.status, redirected.raw.headers['cache-control']]).toEqual([302, 'private, no-store'])
  const address = String(redirected.raw.headers['location'])
  expect(address).toMatch(testS3()!.endpoint)
  const whole = await fetch(address)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  expect(whole.headers.get('content-type')).toBe('application/octet-stream')
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="gr__e _1_.html"; filename\*=UTF-8/)
  const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))]).toEqual([206, true])
})

test('the address is of no use for another method or another object', async () => {
  const { attributes } = await file(ann, 'a.bin', bytes)
  const address = await addressOf(attributes.file_url)
  expect((await fetch(address, { method: 'PUT', body: 'other' })).status).toBe(403)
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(403)
  expect((await fetch(address.replace(/blobs\/[^?]+/, 'blobs/other'))).status).toBe(403)
  expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(bytes)).toBe(true)
})

test('what is shown in the page, HEAD, an impossible range and a changed content stay with the server', async () => {
  const { attributes } = await file(ann, 'a.bin', bytes)
  expect((await ann.get(attributes.file_url)).raw.rawPayload.equals(bytes)).toBe(true)
  const head = await ann.request({ method: 'HEAD', url: `${attributes.file_url}&download=1` })
  expect([head.status, head.raw.headers['content-length']]).toEqual([200, String(bytes.length)])
  expect((await download(attributes.file_url, { range: 'bytes=900000-' })).status).toBe(416)
  const changed = await download(attributes.file_url, { 'if-match': '"another"' })
  expect([changed.status, changed.raw.headers['location']]).toEqual([412, undefined])
  const empty = await file(ann, 'empty.bin', Buffer.alloc(0)).catch(() => null)
  expect(empty).toBeNull()
})

test('a link sends from the store unless it counts downloads, and an ended one sends nothing', async () => {
  const entry = await file(ann, 'a.bin', bytes)
  const visitor = holdall.visitor()
  const open = await shareLink(ann, entry.id)
  const { body } = await visitor.get(`/api/sharing/file/${open}`)
  const url = `${body.data.attributes.file_url}&download=1`
  expect((await visitor.get(url)).status).toBe(302)
  await ann.post('/api/share/revoke', { _method: 'delete', tokens: [open] })
  const { status, raw } = await visitor.get(url)
  expect([status, raw.headers['location']]).toEqual([410, undefined])

  const counted = await shareLink(ann, entry.id, { download_limit: 1 })
  const shared = await visitor.get(`/api/sharing/file/${counted}`)
  const limited = `${shared.body.data.attributes.file_url}&download=1`
  const first = await visitor.get(limited)
  expect([first.status, first.raw.rawPayload.equals(bytes)]).toEqual([200, true])
  expect((await visitor.get(limited)).body.code).toBe('share-used-up')
})
