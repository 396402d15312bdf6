import { day } from '../../infrastructure/clock.ts'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { until } from '../../testing/until.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import type { Client } from '../../testing/client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})

const CONTENT = '0123456789'

/** A shared folder with a file, and the address of that file for visitors. */
async function limited(download_limit: number | null) {
  const top = await folder(ann, 'shared')
  const { id } = await file(ann, 'a.txt', CONTENT, { parent_id: top })
  const { token } = (await ann.post('/api/share', { id: top, download_limit })).body.data.attributes as {
    token: string
  }
  const [entry] = (await visitor.get(`/api/sharing/folders/all/${token}`)).body.data
  const url: string = entry.attributes.file_url
  const counted = async () => {
    const [listed] = (await ann.get(`/api/share/entry/${top}`)).body.data
    return listed.attributes.downloads as number
  }
  return { top, id, token, url, counted }
}
const codeOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) => [status, body?.code]
const usedUp = [410, 'share-used-up']

test.each([0, -1, 1.5, 10_001, '5', Number.NaN])('refuses the limit %p', async (download_limit) => {
  const id = await folder(ann, 'a')
  const sent = Number.isNaN(download_limit) ? { nested: 1 } : download_limit
  expect((await ann.post('/api/share', { id, download_limit: sent })).body.errors).toHaveProperty('download_limit')
})

test('a link ends after its last download, at every endpoint, and a higher limit opens it again', async () => {
  const { top, id, token, url, counted } = await limited(2)
  expect((await visitor.get(url)).raw.body).toBe(CONTENT)
  expect((await visitor.get(`/api/sharing/zip/${token}`)).status).toBe(200)
  expect(await counted()).toBe(2)
  for (const way of [
    `/api/sharing/${token}`,
    `/api/sharing/folders/all/${token}`,
    `/api/sharing/folders/${top}/${token}`,
    `/api/sharing/navigation/${token}`,
    `/api/sharing/search/${token}?query=a`,
    `/api/sharing/zip/${token}`,
    `/share/${token}/direct`,
    url,
  ]) {
    expect([way, ...codeOf(await visitor.get(way))]).toEqual([way, ...usedUp])
  }
  expect(codeOf(await visitor.post(`/api/sharing/zip/${token}`, { items: [{ id }] }))).toEqual(usedUp)
  expect(codeOf(await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'x' }))).toEqual(usedUp)
  expect((await visitor.request({ method: 'HEAD', url })).status).toBe(410)
  expect((await ann.post(`/api/share/${token}/email`, { emails: ['bob@example.com'] })).status).toBe(410)
  await ann.patch(`/api/share/${token}`, { download_limit: 3 })
  expect((await visitor.get(url)).status).toBe(200)
  expect(codeOf(await visitor.get(url))).toEqual(usedUp)
  await ann.patch(`/api/share/${token}`, { download_limit: null })
  expect((await visitor.get(url)).status).toBe(200)
  expect(await counted()).toBe(3)
})

test('to continue a download is not counted, also after the last one', async () => {
  const { url, counted } = await limited(1)
  expect((await visitor.get(url, { range: 'bytes=0-3' })).raw.body).toBe('0123')
  expect((await visitor.get(url, { range: 'bytes=4-6' })).raw.body).toBe('456')
  expect((await visitor.get(url, { range: 'bytes=7-' })).raw.body).toBe('789')
  expect(await counted()).toBe(1)
  // From the beginning, by another visitor, or of another file it is another download.
  expect(codeOf(await visitor.get(url, { range: 'bytes=0-3' }))).toEqual(usedUp)
  expect(codeOf(await holdall.visitor().get(url, { range: 'bytes=1-' }))).toEqual(usedUp)
  expect(codeOf(await visitor.get(`${url}&download=1`, { range: 'bytes=1-' }))).toEqual(usedUp)
  expect(await counted()).toBe(1)
})

test('a part that continues nothing is counted', async () => {
  const { url, counted } = await limited(5)
  expect((await visitor.get(url, { range: 'bytes=1-' })).status).toBe(206)
  expect(await counted()).toBe(1)
})

test('ranges of one download send at most twice the size, and further ones are another download', async () => {
  const { token, url, counted } = await limited(1)
  const sent = async (range: string) => (await visitor.get(url, { range })).status
  expect([await sent('bytes=1-'), await sent('bytes=1-')]).toEqual([206, 206])
  expect(codeOf(await visitor.get(url, { range: 'bytes=1-' }))).toEqual(usedUp)
  expect([await sent('bytes=8-'), await sent('bytes=9-')]).toEqual([206, 410])
  expect(await counted()).toBe(1)
  await ann.patch(`/api/share/${token}`, { download_limit: 2 })
  expect([await sent('bytes=9-'), await counted()]).toEqual([206, 2])
  await ann.patch(`/api/share/${token}`, { download_limit: null })
  for (let n = 0; n < 4; n++) expect(await sent('bytes=1-')).toBe(206)
})

test('what a closed connection did not take can be continued', async () => {
  const top = await folder(ann, 'shared')
  const size = 24 * 1024 * 1024
  await file(ann, 'large.bin', Buffer.alloc(size), { parent_id: top })
  const { token } = (await ann.post('/api/share', { id: top, download_limit: 1 })).body.data.attributes
  const port = await listen(holdall.app)
  const base = `http://127.0.0.1:${port}`
  const listed = await (await fetch(`${base}/api/sharing/folders/all/${token}`)).json()
  const url: string = listed.data[0].attributes.file_url
  const left = async () => {
    const rows = await holdall.services.db.selectFrom('share_downloads').select(['bytes_left', 'share_id']).execute()
    return rows.at(-1)?.bytes_left ?? 0
  }
  for (let n = 0; n < 2; n++) {
    const range = n === 0 ? '' : 'range: bytes=1-\r\n'
    const broken = rawConnection(port, `GET ${url} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${range}\r\n`)
    broken.socket.once('data', () => broken.socket.pause())
    await until(() => broken.received() !== '')
    expect(broken.received()).toMatch(/^HTTP\/1.1 20[06] /)
    broken.socket.destroy()
    await until(async () => (await left()) > size)
  }
  const rest = await fetch(base + url, { headers: { range: 'bytes=1-' } })
  expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, size - 1])
})

test('what sends no content is not counted', async () => {
  const { token, url, counted } = await limited(1)
  expect((await visitor.request({ method: 'HEAD', url })).status).toBe(200)
  const zip = `/api/sharing/zip/${token}`
  expect((await visitor.request({ method: 'HEAD', url: zip })).status).toBe(200)
  const prepared = await visitor.post(zip, { all: true, parent_id: null, except: [] })
  const address: string = prepared.body.data.attributes.url
  expect((await visitor.request({ method: 'HEAD', url: address })).status).toBeLessThan(400)
  expect((await visitor.get(url, { range: 'bytes=99-' })).status).toBe(416)
  expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
  expect(await counted()).toBe(0)
  const { raw } = await visitor.get(url)
  await ann.patch(`/api/share/${token}`, { download_limit: 2 })
  expect((await visitor.get(url, { 'if-none-match': String(raw.headers['etag']) })).status).toBe(304)
  expect(await counted()).toBe(1)
})

test('a zip counts as one, and a zip of one file as the download of the file', async () => {
  const { id, token, counted } = await limited(5)
  const prepared = await visitor.post(`/api/sharing/zip/${token}`, { items: [{ id }] })
  expect(await counted()).toBe(0)
  const redirected = await visitor.get(prepared.body.data.attributes.url)
  expect(redirected.status).toBe(302)
  expect((await visitor.get(String(redirected.raw.headers.location))).raw.body).toBe(CONTENT)
  expect(await counted()).toBe(1)
  await visitor.get(`/api/sharing/zip/${token}`)
  expect(await counted()).toBe(2)
})

test('downloads at the same time do not exceed the limit', async () => {
  const { url, token, counted } = await limited(3)
  const answers = await Promise.all(
    // No more zips than visitors of one link get at the same time.
    Array.from({ length: 12 }, (_, at) => holdall.visitor().get(at % 3 ? url : `/api/sharing/zip/${token}`)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 410)).toHaveLength(9)
  expect(await counted()).toBe(3)
})

test('downloads of the owner, and by a link without a limit, are not counted', async () => {
  const { id, url, counted } = await limited(null)
  await visitor.get(url)
  const { data } = (await ann.get('/api/browse/latest')).body
  const own = data.find((entry: { id: string }) => entry.id === id).attributes.file_url
  expect((await ann.get(own)).status).toBe(200)
  expect(await counted()).toBe(0)
})

test('where the oldest link is used up, the next one is the primary link', async () => {
  const { top, url } = await limited(1)
  const token = await shareLink(ann, top)
  await visitor.get(url)
  const [listed] = (await ann.get('/api/browse/share')).body.data
  expect(listed.relationships.shared.data.attributes.token).toBe(token)
})

test('what was counted is kept for a day, and deleted with its link', async () => {
  const { db, jobs } = holdall.services
  const [first, second] = [await limited(5), await limited(5)]
  for (const { url } of [first, second]) await visitor.get(url)
  const kept = async () => (await db.selectFrom('share_downloads').select('share_id').execute()).length
  const before = await kept()
  await ann.delete('/api/share/revoke', { tokens: [first.token] })
  expect(await kept()).toBe(before - 1)
  holdall.clock.advance(day)
  await jobs.runDue()
  expect(await kept()).toBe(0)
  expect(await second.counted()).toBe(1)
})
