import { errorsOf } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { rename } from 'node:fs/promises'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

describe('the client’s configuration', () => {
  test('has what the first screen needs, for every caller', async () => {
    const { body } = await holdall.visitor().get('/api/config')
    expect(body).toMatchObject({
      installation: 'installation-done',
      isAuthenticated: false,
      locale: 'en-US',
      chunkSize: 8 * 1024 * 1024,
      uploadLimit: 0,
      emailVerification: false,
      api: '',
      host: expect.any(String),
      allowHomepage: false,
      defaultThemeMode: 'system',
      defaultEmoji: 'twemoji',
      subscriptionType: 'none',
      storageLimit: false,
      uploadLimitFormatted: '',
      mimetypesBlacklist: [],
    })
    expect((await (await holdall.signUp()).get('/api/config')).body.isAuthenticated).toBe(true)
  })

  test('has what the operator has set', async () => {
    const { settings } = holdall.services
    await settings.set('app.homepage', true)
    await settings.set('theme.default', 'dark')
    await settings.set('emoji.default', 'applemoji')
    await settings.set('subscription.type', 'metered')
    await settings.set('storage.default_quota_bytes', 5)
    await settings.set('upload.blocked_types', ['exe', 'text/html'])
    expect((await holdall.visitor().get('/api/config')).body).toMatchObject({
      allowHomepage: true,
      homepage: { header: { title: null } },
      defaultThemeMode: 'dark',
      defaultEmoji: 'applemoji',
      subscriptionType: 'metered',
      storageLimit: true,
      mimetypesBlacklist: ['exe', 'text/html'],
    })
  })

  test('names the upload limit with its unit', async () => {
    await holdall.services.settings.set('upload.limit_bytes', 2_500_000_000)
    const { body } = await holdall.visitor().get('/api/config')
    expect([body.uploadLimit, body.uploadLimitFormatted]).toEqual([2_500_000_000, '2.5 GB'])
  })
})

interface DescribedCall {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}
const codesIn = (responses: DescribedCall['responses']) =>
  Object.entries(responses)
    .filter(([status]) => status >= '400')
    .flatMap(([, { description }]) => description.split(', '))
    .sort()

test('the OpenAPI document has every endpoint of the table, with its errors', async () => {
  const { body } = await holdall.visitor().get('/api/openapi.json')
  const described = Object.values(body.paths as Record<string, Record<string, DescribedCall>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => [operationId, codesIn(responses)] as const)
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(endpoints.map((endpoint) => [endpoint.id, errorsOf(endpoint).toSorted()])),
  )
  const create = body.paths['/api/create-folder'].post
  expect(create.requestBody.content['application/json'].schema.required).toEqual(['name'])
  expect(Object.keys(create.responses)).toEqual(expect.arrayContaining(['201', '401', '404', '422', '503']))
})

describe('probes', () => {
  test('tell that the server is alive and ready', async () => {
    expect((await holdall.visitor().get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await holdall.visitor().get('/readyz')).body).toEqual({ status: 'ready', disk: 'ok' })
  })

  test.each([
    [{ 'x-forwarded-for': '203.0.113.9' }],
    [{ 'x-forwarded-proto': 'https' }],
    [{ 'x-real-ip': '127.0.0.1' }],
    [{ via: '1.1 proxy' }],
    [{ forwarded: 'for=203.0.113.9' }],
    [{ host: 'files.example.com' }],
    [{ host: '192.168.1.5:8080' }],
  ])('give no metrics through a proxy on this machine, detected by %j', async (headers) => {
    const local = holdall.visitor('127.0.0.1')
    expect((await local.get('/metrics', headers as Record<string, string>)).status).toBe(404)
    expect((await local.get('/metrics', { host: '[::1]:8080' })).status).toBe(200)
  })

  test('give no metrics through a proxy that adds no header', async () => {
    const own = await testApp()
    const port = await listen(own.app)
    const connection = rawConnection(port, 'GET /metrics HTTP/1.0\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
    await connection.closed
    expect(connection.received()).toMatch(/^HTTP\/1\.1 404 /)
    await own.close()
  })

  test('tell when the data folder is gone', async () => {
    const broken = await testApp({ config: {} })
    await rename(broken.services.config.dataDir, `${broken.services.config.dataDir}-gone`)
    const answer = await broken.visitor().get('/readyz')
    await rename(`${broken.services.config.dataDir}-gone`, broken.services.config.dataDir)
    expect([answer.status, answer.body.code]).toEqual([503, 'busy'])
    expect((await broken.visitor().get('/readyz')).status).toBe(200)
    await broken.close()
  })

  test('give metrics to this machine and to admins only', async () => {
    expect((await holdall.visitor().get('/metrics')).status).toBe(404)
    expect((await (await holdall.signUp()).get('/metrics')).status).toBe(404)
    expect((await (await holdall.signInAdmin()).get('/metrics')).status).toBe(200)
    const { raw } = await holdall.visitor('127.0.0.1').get('/metrics')
    expect(raw.payload).toContain('process_resident_memory_bytes')
  })

  test('count answers from the first call of the metrics on', async () => {
    const own = await testApp()
    const local = own.visitor('127.0.0.1')
    for (const path of ['/healthz', '/metrics', '/healthz', '/healthz']) await local.get(path)
    const { raw } = await local.get('/metrics')
    expect(raw.payload).toMatch(
      /holdall_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 2/,
    )
    await own.close()
  })
})
