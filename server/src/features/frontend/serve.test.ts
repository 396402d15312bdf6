import { request as httpRequest } from 'node:http'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ClientConfig } from '@holdall/api'
import { fastify, type FastifyInstance } from 'fastify'
import type { Refusal } from '../../infrastructure/errors/refusal.ts'
import { uiPlugin, type UiServices } from './frontend-plugin.ts'
import type { PagePreview } from './link-preview-tags.ts'
import { uiRoutes } from './routes.ts'
import { clientConfig, createFixture, platformSection, write, type Fixture } from '../../testing/section-builds.ts'
import { createUi, type Ui } from './frontend.ts'

let fixture: Fixture
let ui: Ui
let app: FastifyInstance
let config: ClientConfig
let described: PagePreview | null
beforeEach(async () => {
  fixture = createFixture()
  ui = createUi({ ...fixture, version: '0.1.0' })
  config = clientConfig
  described = null
  app = await serve(null)
})
afterEach(async () => {
  await app.close()
  fixture.remove()
})

async function serve(contentUrl: string | null): Promise<FastifyInstance> {
  const made = fastify()
  made.setErrorHandler<Refusal>((error, _request, reply) => reply.code(error.status ?? 500).send(error.bodyIn(null)))
  const server = { broadcast: { driver: 'native' as const }, contentUrl }
  const callerData = async () => ({ config })
  await made.register(uiPlugin({ ui, config: server, callerData, linkPreview, pagePreview, appTags }))
  const input = { params: {}, query: {}, body: {} }
  for (const { endpoint, run } of uiRoutes({ ui })) {
    made.get(endpoint.path, (request, reply) =>
      run(input, {
        actor: { kind: 'anonymous' },
        entry: null,
        selected: [],
        space: null,
        home: null,
        spaces: new Map(),
        request,
        reply,
      }),
    )
  }
  return made
}

const appTags: UiServices['appTags'] = async () => ({ icons: [], previewImage: null })
const linkPreview: UiServices['linkPreview'] = async (token) => ({
  title: `${token.length} characters`,
  description: 'A & B',
  image: null,
})

const pagePreview: UiServices['pagePreview'] = async (pathname) => ({
  preview: described,
  isMissing: described === null && pathname === '/missing',
})

const html = { accept: 'text/html' }
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const page = (url: string, headers: Record<string, string> = {}) => get(url, { ...html, ...headers })
const baseOf = (id: string) => {
  const composed = ui.sections().sections.find((section) => section.id === id)
  return composed?.state === 'ok' ? composed.section.base : ''
}

describe('files', () => {
  beforeEach(() => {
    ui.store.install(fixture.section())
    write(join(fixture.dataDir, 'ui', 'sections', 'calendar', '1.0.0'), { '.hidden.js': 'x', 'entry.js.map': '{}' })
    write(fixture.dataDir, { 'secret.json': '"secret"' })
    symlinkSync(join(fixture.dataDir, 'secret.json'), join(fixture.dataDir, 'ui/sections/calendar/1.0.0/link.json'))
  })

  test.each([
    '/ui/sections/calendar/1.0.0/../../../../secret.json',
    '/ui/sections/calendar/1.0.0/%2e%2e/%2e%2e/%2e%2e/%2e%2e/secret.json',
    '/ui/sections/calendar/1.0.0/..%2f..%2f..%2f..%2fsecret.json',
    '/ui/sections/calendar/1.0.0/..%5c..%5csecret.json',
    '/ui/sections/calendar/1.0.0/%2fetc%2fpasswd',
    '/ui/sections/calendar/1.0.0//entry.js',
    '/ui/sections/calendar/1.0.0/entry.js%00.css',
    '/ui/sections/calendar/1.0.0/.hidden.js',
    '/ui/sections/calendar/1.0.0/link.json',
    '/ui/sections/calendar/1.0.0/entry.js.map',
    '/ui/sections/calendar/1.0.0/entry.js.br',
    '/ui/sections/calendar/1.0.0/missing.js',
    '/ui/sections/calendar/1.0.0/',
    '/ui/sections/calendar/1.0.0',
    '/ui/sections/calendar/2.0.0/entry.js',
    '/ui/sections/../sections.json/entry.js',
    '/ui/sections/%2e%2e/sections/entry.js',
    '/ui/sections/nobody/1.0.0/entry.js',
    '/ui/shell/b1/shell.json',
    '/ui/shell/b1/index.html',
    '/ui/shell/b1/main.0123abcd.js.map',
    '/ui/shell/b1/../../../secret.json',
    '/ui/shell/b1/missing.js',
    '/ui/shell/b2/plain.js',
    '/ui/shell/plain.js',
    '/ui/shell/../b1/plain.js',
    '/ui/shell/%2e%2e/sections.json/plain.js',
    '/ui/else',
  ])('%s is not found, and is never the page', async (path) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    // Sent unchanged: HTTP clients normalize paths.
    const { status, body } = await raw(path)
    expect(status).toBe(404)
    expect(body).not.toMatch(/<html|secret"/)
  })

  test('an address with unnecessary escapes is the same file', async () => {
    expect((await get('/ui/sections/calendar/1.0.0/entry%2ejs')).body).toBe("entry('calendar', '1.0.0')")
  })

  test('a section’s file is cached forever, in an encoding that the browser accepts', async () => {
    const url = '/ui/sections/calendar/1.0.0/entry.js'
    const packed = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe("entry('calendar', '1.0.0')")
    expect((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    const plain = await get(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe("entry('calendar', '1.0.0')")
    const head = await app.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
  })

  test('ranges are not supported', async () => {
    const answer = await get('/ui/sections/calendar/1.0.0/entry.js', { range: 'bytes=0-1' })
    expect(answer.statusCode).toBe(200)
  })

  test('a version that is no longer in use is still served to open tabs', async () => {
    ui.store.use('calendar', '1.0.0')
    ui.store.install(fixture.section({ version: '1.1.0' }))
    ui.store.use('calendar', '1.1.0')
    expect((await get('/ui/sections/calendar/1.0.0/entry.js')).statusCode).toBe(200)
    expect((await get('/ui/sections/calendar/1.1.0/entry.js')).statusCode).toBe(200)
  })

  test('a shell file is cached forever, because the name of its folder depends on the content', async () => {
    for (const name of ['main.0123abcd.js', 'plain.js']) {
      expect((await get(`/ui/shell/b1/${name}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  const raw = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { port } = app.server.address() as { port: number }
      httpRequest({ port, path, headers: html }, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += String(chunk)))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
        .on('error', reject)
        .end()
    })
})

test('sections.json is revalidated each time, and answers 304 while nothing has changed', async () => {
  const first = await get('/ui/sections.json')
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringMatching(/json/) })
  const tag = String(first.headers.etag)
  expect((await get('/ui/sections.json', { 'if-none-match': tag })).statusCode).toBe(304)
  ui.store.setDisabled('platform', true)
  const next = await get('/ui/sections.json', { 'if-none-match': tag })
  expect(next.statusCode).toBe(200)
  expect(next.json().sections).toContainEqual({ state: 'disabled', id: 'platform' })
})

describe('the page', () => {
  test.each([
    ['/sign-in', false, 'auth'],
    ['/platform/files', false, 'auth'],
    ['/platform/files', true, 'app'],
    ['/share/abc/files/1', false, 'share'],
    ['/share/abc/authenticate', false, 'none'],
    ['/nowhere', false, 'none'],
  ])('%s (signed in: %s) begins with the skeleton %s', async (path, isAuthenticated, skeleton) => {
    config = { ...config, isAuthenticated }
    expect((await page(path)).body).toContain(` data-page="${skeleton}"`)
  })

  test('allows no script and no style but our own', async () => {
    const { headers } = await page('/sign-in')
    expect(headers['content-security-policy']).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-page'; " +
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; frame-src 'self'; " +
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; worker-src 'self'; manifest-src 'self'",
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'private, no-cache',
    })
  })

  test.each([
    ['/share/some-token', true],
    ['/share/some-token/files/1', true],
    ['/share/some-token/authenticate', true],
    ['/request/some-token/upload', true],
    ['/team-folder-invitation/some-id', true],
    ['/verify-email/some-id?signature=s', true],
    ['/sign-in', false],
    ['/request', false],
    ['/shared/some-token', false],
  ])('%s is an address that no search engine lists and no Referer names: %s', async (path, isSecret) => {
    const { headers, body } = await page(path)
    expect([
      headers['referrer-policy'],
      headers['x-robots-tag'],
      body.includes('<meta name="robots" content="noindex" />'),
    ]).toEqual(isSecret ? ['no-referrer', 'noindex', true] : ['same-origin', undefined, false])
  })

  test('of the setup wizard is 404 once Holdall is set up', async () => {
    const routes = ['/install', '/setup-wizard/status-check'].map((path) => {
      return { path, access: 'anyone' as const, titleKey: 'title' }
    })
    fixture.builtIn({ id: 'setup', routes })
    ui = createUi({ ...fixture, version: '0.1.0' })
    await app.close()
    app = await serve(null)
    for (const { path } of routes) {
      config = { ...clientConfig, installation: 'installation-needed' }
      expect((await page(path)).statusCode).toBe(200)
      config = { ...clientConfig, installation: 'installation-done' }
      expect((await page(`${path}?key=k`)).statusCode).toBe(404)
    }
  })

  test('has a Cross-Origin-Opener-Policy only where browsers apply it', async () => {
    const policy = 'cross-origin-opener-policy'
    expect((await page('/sign-in', { host: 'holdall.lan' })).headers).not.toHaveProperty(policy)
    expect((await page('/sign-in', { host: '127.0.0.1:8080' })).headers).toHaveProperty(policy, 'same-origin')
  })

  test('allows images and media from the content origin, and is not served there', async () => {
    const other = await serve('https://content.example')
    const answer = await other.inject({ url: '/sign-in', headers: html })
    expect(answer.headers['content-security-policy']).toContain("img-src 'self' data: blob: https://content.example;")
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
    const there = await other.inject({ url: '/sign-in', headers: { ...html, host: 'content.example' } })
    expect(there.statusCode).toBe(404)
    await other.close()
  })

  test('the operator’s name for the app is escaped, and so is the boot data', async () => {
    const name = `</script><script>alert(1)</script> "&' {{boot}} \u2028`
    config = { ...clientConfig, name }
    const { body } = await page('/sign-in')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39; {{boot}}')
    const json = /id="holdall-boot">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    expect(json).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(json)).toMatchObject({ config: { name }, sections: { shell: { version: '0.1.0' } } })
  })

  test('has language, direction and theme before any script runs', async () => {
    config = { ...clientConfig, locale: 'ar-EG', defaultThemeMode: 'dark' }
    expect((await page('/sign-in')).body).toContain('<html lang="ar-EG" dir="rtl" data-theme="dark" data-page="auth">')
  })

  test('a deep address preloads its section and the chunk of its page, as the loader will request them', async () => {
    const { body } = await page('/share/some-token/files/1')
    const links = body.match(/<link rel="preload"[^>]*>/g) ?? []
    expect(links).toHaveLength(2)
    for (const [index, file] of ['entry.js', 'page.js'].entries()) {
      expect(links[index]).toContain(`href="${baseOf('public')}${file}" crossorigin="anonymous" integrity="sha384-`)
    }
  })

  test('an address behind the sign-in preloads the sign-in, until someone is signed in', async () => {
    expect((await page('/platform/files')).body).toContain(`href="${baseOf('public')}entry.js"`)
    config = { ...clientConfig, isAuthenticated: true }
    const { body } = await page('/platform/files/0197')
    expect(body).toContain(`href="${baseOf('platform')}page.js"`)
    expect(body).not.toContain(`href="${baseOf('public')}`)
  })

  test('a change of version takes effect at the next load', async () => {
    config = { ...clientConfig, isAuthenticated: true }
    expect((await page('/platform/files')).body).toContain('/ui/sections/platform/0.1.0~')
    ui.store.install(fixture.section({ ...platformSection, version: '0.2.0' }))
    ui.store.use('platform', '0.2.0')
    expect((await page('/platform/files')).body).toContain('href="/ui/sections/platform/0.2.0/entry.js"')
    ui.store.rollback('platform')
    expect((await page('/platform/files')).body).not.toContain('href="/ui/sections/platform/0.2.0/')
  })

  test('is 404 with the same page where no section owns the address', async () => {
    const answer = await page('/nowhere/at/all')
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('holdall-boot')
    expect((await page('/')).statusCode).toBe(200)
  })

  test.each([
    ['/api/nothing', html],
    ['/ui/nothing', html],
    ['/translations', html],
    ['/favicon.ico', html],
    ['/sign-in', { accept: 'application/json' }],
    ['/sign-in', { accept: 'image/webp' }],
  ])('%s with %j gets the not-found error of the API', async (url, headers) => {
    const answer = await get(url, headers)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not-found' })
  })

  test('answers HEAD, and 304 to a client that has it', async () => {
    const first = await page('/sign-in')
    const again = await page('/sign-in', { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const head = await app.inject({ method: 'HEAD', url: '/sign-in', headers: html })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
  })

  test('is compressed, unless the browser refuses it', async () => {
    const packed = await page('/sign-in', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe((await page('/sign-in')).body)
    const other = await page('/sign-in', { 'accept-encoding': 'gzip, br;q=0' })
    expect(other.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(other.rawPayload).toString()).toBe((await page('/sign-in')).body)
    const less = await page('/sign-in', { 'accept-encoding': 'br;q=0.5, gzip;q=0' })
    expect(less.headers['content-encoding']).toBe('br')
    const preferred = await page('/sign-in', { 'accept-encoding': 'br;q=0.5, gzip' })
    expect(preferred.headers['content-encoding']).toBe('gzip')
    const others = await page('/sign-in', { 'accept-encoding': 'br;q=0, *' })
    expect(others.headers['content-encoding']).toBeUndefined()
    const declined = await page('/sign-in', { 'accept-encoding': 'gzip;q=0, br;q=0.0' })
    expect(declined.headers['content-encoding']).toBeUndefined()
  })

  test('a crawler gets the same as everybody, with the preview of a link and without its token', async () => {
    const seen = await page('/share/some-token/files')
    const crawled = await page('/share/some-token/files', { 'user-agent': 'facebookexternalhit/1.1' })
    expect(crawled.body).toBe(seen.body)
    expect(crawled.body).toContain('<meta property="og:title" content="10 characters" />')
    expect(crawled.body).not.toContain('some-token')
  })

  test('is served although the choice of sections is broken', async () => {
    write(join(fixture.dataDir, 'ui'), { 'sections.json': '{' })
    expect((await page('/sign-in')).statusCode).toBe(200)
    writeFileSync(join(fixture.dataDir, 'ui', 'sections.json'), '[]')
    expect((await page('/sign-in')).statusCode).toBe(200)
  })
})
