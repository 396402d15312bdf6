import { runInNewContext } from 'node:vm'
import sharp, { type Sharp } from 'sharp'
import { settingsTtlMs } from '../../infrastructure/settings/settings.ts'
import { png } from '../../testing/pictures.ts'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { repository } from '../frontend/frontend.ts'

let holdall: TestApp
beforeAll(
  async () =>
    void (holdall = await testApp({ builds: repository, config: { contentUrl: 'https://content.example.com' } })),
)
afterAll(() => holdall.close())

const set = async (name: 'app.touch_icon' | 'app.favicon', bytes: Buffer | null, mime = 'image/png') => {
  await holdall.services.settings.set(name, bytes && `data:${mime};base64,${bytes.toString('base64')}`)
  holdall.clock.advance(settingsTtlMs)
}
const get = (url: string, headers: Record<string, string> = {}) => holdall.visitor().get(url, headers)
const manifest = async () => (await get('/manifest.webmanifest')).raw.json() as Manifest
interface Manifest {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[]
}
const imageAt = async (url: string) => {
  const { raw, status } = await get(url)
  expect([status, raw.headers['content-type']]).toEqual([200, 'image/png'])
  expect(raw.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  return sharp(raw.rawPayload)
}
const colorAt = async (image: Sharp, at: number) => {
  const pixel = await image.clone().ensureAlpha().extract({ left: at, top: at, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel]
}

test('the manifest has the operator’s name, text, colour and language', async () => {
  const { settings } = holdall.services
  expect(await manifest()).toMatchObject({ name: 'Holdall', theme_color: '#00bc7e', lang: 'en-US' })
  await settings.set('app.name', 'Choir')
  await settings.set('app.description', 'Scores and recordings')
  await settings.set('app.accent', '#2f6fed')
  await settings.set('app.locale', 'de')
  holdall.clock.advance(settingsTtlMs)
  const { raw } = await get('/manifest.webmanifest')
  expect(raw.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(raw.json()).toMatchObject({
    id: '/',
    name: 'Choir',
    description: 'Scores and recordings',
    theme_color: '#2f6fed',
    lang: 'de',
    start_url: '/platform/files',
    scope: '/',
    display: 'standalone',
    share_target: { action: '/share-target', method: 'POST', enctype: 'multipart/form-data' },
  })
  expect((await get('/manifest.webmanifest', { 'if-none-match': String(raw.headers['etag']) })).status).toBe(304)
})

test('its icons are the default ones, or made from the operator’s', async () => {
  const standard = (await manifest()).icons
  expect(standard.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of standard) {
    const { width, height } = await (await imageAt(src)).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }

  // A drawing is not rendered; a picture is, with its own colour around it where a system cuts it.
  await set('app.favicon', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')
  expect((await manifest()).icons).toEqual(standard)
  await set('app.favicon', await png(64, 64, '#2020c0'))
  const ofFavicon = (await manifest()).icons
  await set('app.touch_icon', await png(180, 90, '#c02020'))
  const { icons } = await manifest()
  expect(icons.map(({ src }) => src)).not.toEqual(ofFavicon.map(({ src }) => src))
  expect((await get(ofFavicon[0]!.src)).status).toBe(404)
  const [small, large, maskable] = await Promise.all(icons.map(({ src }) => imageAt(src)))
  expect([(await small!.metadata()).width, (await large!.metadata()).width]).toEqual([192, 512])
  expect(await colorAt(large!, 256)).toEqual([0xc0, 0x20, 0x20, 255])
  expect((await colorAt(large!, 2))[3]).toBe(0)
  expect(await colorAt(maskable!, 2)).toEqual([0xc0, 0x20, 0x20, 255])
})

test('an icon that cannot be decoded is replaced by the default ones', async () => {
  await set('app.touch_icon', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)]))
  const [icon] = (await manifest()).icons
  expect((await (await imageAt(icon!.src)).metadata()).width).toBe(192)
  await set('app.touch_icon', null)
})

test('pages name the manifest on https and on this machine only', async () => {
  // A proxy on this machine tells how it was called.
  const page = (headers: Record<string, string>) =>
    holdall.app.inject({ url: '/sign-in', remoteAddress: '127.0.0.1', headers: { accept: 'text/html', ...headers } })
  const link = '<link rel="manifest" href="/manifest.webmanifest" />'
  expect((await page({ host: 'localhost:8080' })).body).toContain(link)
  expect((await page({ host: 'nas.lan', 'x-forwarded-proto': 'https' })).body).toContain(link)
  const onLan = await page({ host: 'nas.lan:8080' })
  expect(onLan.statusCode).toBe(200)
  expect(onLan.body).not.toContain('manifest.webmanifest')
  expect(onLan.headers['content-security-policy']).toContain("manifest-src 'self'")
})

test('the offline screen is the same for everybody, and has the texts of all languages', async () => {
  const ann = await holdall.signUp()
  const { raw, status } = await ann.get('/ui/offline')
  expect([status, raw.headers['cache-control'], raw.headers['set-cookie']]).toEqual([200, 'no-cache', undefined])
  expect(raw.headers['content-security-policy']).toContain("script-src 'self'")
  expect(raw.body).toBe((await get('/ui/offline')).raw.body)
  expect(raw.body).not.toContain(ann.userId)
  expect(raw.body).not.toContain('{{')
  expect(raw.body).not.toMatch(/<style|style=|<script>/)
  expect(raw.body).toContain('You’re offline')
  expect(raw.body).toContain('Sie sind offline')
  expect(raw.body).toContain('"direction":"rtl"')
  expect(raw.body).toContain('<span>Choir</span>')
})

/** What the script of the worker begins with. */
const kept = async () => {
  const { raw, status } = await get('/service-worker.js', { 'service-worker': 'script' })
  expect([status, raw.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(raw.headers['cache-control']).toBe('no-cache')
  const [, json = ''] = /^const HOLDALL_OFFLINE = (.*);$/m.exec(raw.body)!
  const listeners: string[] = []
  runInNewContext(raw.body, { self: { addEventListener: (type: string) => listeners.push(type) }, caches: {} })
  expect(listeners).toEqual(['install', 'activate', 'fetch'])
  return JSON.parse(json) as { version: string; page: string; files: readonly string[] } | null
}

test('the worker names the screen and its files, which exist, and changes with them', async () => {
  const before = (await kept())!
  expect(before.page).toBe('/ui/offline')
  expect(before.files.length).toBeGreaterThan(3)
  for (const file of before.files) {
    const { status, raw } = await get(file)
    expect([status, raw.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
  await holdall.services.settings.set('app.logo', `data:image/png;base64,${(await png()).toString('base64')}`)
  await holdall.services.settings.set('translations', { de: { 'offline.offline.title': 'Ohne <Netz>' } })
  holdall.clock.advance(settingsTtlMs)
  const after = (await kept())!
  expect(after.version).not.toBe(before.version)
  expect(after.files.filter((file) => file.startsWith('/logo/'))).toHaveLength(1)
  const page = (await get('/ui/offline')).raw.body
  expect(page).toContain('Ohne \\u003cNetz>')
})

test('the content origin has no manifest, no icon and takes no files', async () => {
  const [icon] = (await manifest()).icons
  const host = { host: 'content.example.com' }
  expect((await get('/manifest.webmanifest', host)).status).toBe(404)
  expect((await get(icon!.src, host)).status).toBe(404)
  expect((await get('/ui/offline', host)).status).toBe(404)
  expect((await get('/service-worker.js', { ...host, 'service-worker': 'script' })).status).toBe(404)
  expect((await holdall.visitor().post('/share-target', {}, host)).status).toBe(404)
})

describe('files that are shared with the app while no worker takes them', () => {
  test('are not kept: the page says so, after a redirect that a browser follows by GET', async () => {
    const { status, raw } = await holdall.visitor().form('/share-target', [['files', Buffer.alloc(1_000_000, 1)]])
    expect([status, raw.headers.location]).toEqual([303, '/platform/files?shared=unavailable'])
    expect(raw.headers['cache-control']).toBe('no-store')
  })

  test('are refused from the page of another site', async () => {
    const answer = await holdall.visitor().post('/share-target', {}, { 'sec-fetch-site': 'cross-site' })
    expect([answer.status, answer.body.code]).toEqual([403, 'cross-site'])
  })

  test('are answered before they have arrived', async () => {
    const head = 'Host: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000'
    const connection = rawConnection(await listen(holdall.app), `POST /share-target HTTP/1.1\r\n${head}\r\n\r\n--b`)
    await until(() => connection.received().includes('\r\n\r\n'))
    expect(connection.received()).toMatch(/^HTTP\/1\.1 303 /)
    connection.socket.destroy()
  })
})

test('where the operator does not want it, there is nothing to install, and a worker removes itself', async () => {
  const [icon] = (await manifest()).icons
  await holdall.services.settings.set('app.installable', false)
  holdall.clock.advance(settingsTtlMs)
  expect((await get('/manifest.webmanifest')).status).toBe(404)
  expect((await get(icon!.src)).status).toBe(404)
  expect((await holdall.visitor().form('/share-target', [['files', Buffer.alloc(9)]])).status).toBe(404)
  expect((await get('/ui/offline')).status).toBe(404)
  expect(await kept()).toBeNull()
  const page = (await get('/sign-in', { accept: 'text/html', host: 'localhost' })).raw.body
  expect(page).not.toContain('manifest.webmanifest')
})
