import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import type { Route } from './route.ts'
import { queryTimeout } from '../infrastructure/db/errors.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

/** What the handler of `meta.ping` does, so that a test may let it fail. */
let ping = (): Promise<unknown> => Promise.resolve({ type: 'success', message: 'pong' })
const mapRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => (route.endpoint.id === 'health.ping' ? { ...route, run: () => ping() } : route))

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({ mapRoutes })
})
afterAll(() => holdall.close())

describe('the table', () => {
  test('stops the start when an endpoint has no handler', async () => {
    const without = (routes: readonly Route[]) => routes.filter(({ endpoint }) => endpoint.id !== 'files.rename')
    await expect(testApp({ mapRoutes: without })).rejects.toThrow('The endpoint files.rename has no route.')
  })
})

describe('a body', () => {
  test.each([
    ['{"email":', 'application/json', 400, 'malformed-request'],
    ['email=a', 'text/csv', 415, 'unsupported-media-type'],
    ['<a/>', 'application/xml', 415, 'unsupported-media-type'],
    ['"text"', 'application/json', 422, 'validation'],
    ['null', 'application/json', 422, 'validation'],
    [JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), 'application/json', 413, 'too-large'],
  ])('%.20s as %s is refused', async (payload, type, status, code) => {
    const answer = await holdall
      .visitor()
      .request({ method: 'POST', url: '/login', payload, headers: { 'content-type': type } })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('is not read before the caller is known', async () => {
    for (const [method, url] of [
      ['POST', '/api/move'],
      ['PATCH', '/api/user/settings'],
      ['POST', '/api/user/settings'],
    ] as const) {
      const answer = await holdall
        .visitor()
        .request({ method, url, payload: '{', headers: { 'content-type': 'application/json' } })
      expect(answer.body.code).toBe('unauthenticated')
    }
  })

  test('may be a form', async () => {
    const user = await holdall.signUp()
    const answer = await user.request({
      method: 'POST',
      url: '/api/user/settings',
      payload: '_method=PATCH&name=first_name&value=Ada+B',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(204)
  })
})

describe('a verb', () => {
  test('that an address does not support is answered with those that it supports', async () => {
    const user = await holdall.signUp()
    const answer = await user.request({ method: 'PUT', url: '/api/user/settings' })
    expect([answer.status, answer.body.code, answer.raw.headers.allow]).toEqual([405, 'method-not-allowed', 'PATCH'])
    expect((await user.post('/api/user/settings', { _method: 'delete' })).status).toBe(405)
    expect((await user.post('/api/user/settings', { name: 'first_name', value: 'x' })).status).toBe(405)
    expect((await user.post('/api/user')).status).toBe(405)
  })
})

describe('an address', () => {
  test.each(['/api/nothing', '/api', '/api/rename/not-an-id', '/api/sharing/short'])(
    '%s leads nowhere, in JSON',
    async (url) => {
      const user = await holdall.signUp()
      const answer = await user.request({ method: url.includes('rename') ? 'PATCH' : 'GET', url, payload: {} })
      expect([answer.status, answer.body]).toEqual([
        404,
        { message: 'This doesn’t exist or was deleted.', code: 'not-found' },
      ])
    },
  )
})

test('a malformed URL is answered with a message of the error table', async () => {
  const { status, body, raw } = await holdall.visitor().get('/api/%zz')
  expect([status, body.code, raw.headers['x-content-type-options']]).toEqual([400, 'malformed-request', 'nosniff'])
})

describe('every answer of the API', () => {
  test('forbids sniffing, framing and caching', async () => {
    for (const url of ['/api/ping', '/api/user', '/api/nothing']) {
      expect((await holdall.visitor().get(url)).raw.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
    }
  })

  test('is for this origin only', async () => {
    const { raw } = await holdall.visitor().get('/api/ping', { origin: 'https://elsewhere.example' })
    expect(Object.keys(raw.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('an unexpected error', () => {
  test('returns an id that is in the log, and nothing else', async () => {
    ping = () => Promise.reject(new Error('the password is swordfish'))
    const { status, body } = await holdall.visitor().get('/api/ping')
    expect([status, Object.keys(body).sort(), body.code]).toEqual([500, ['code', 'error_id', 'message'], 'internal'])
    expect(JSON.stringify(body)).not.toContain('swordfish')
    expect(holdall.log.some((line) => line.includes(body.error_id) && line.includes('swordfish'))).toBe(true)
  })

  test('is a response that does not match the table, in tests', async () => {
    const own = await testApp({ mapRoutes })
    ping = () => Promise.resolve({ type: 'success', message: 'peng' })
    expect((await own.visitor().get('/api/ping')).body.code).toBe('internal')
    await expect(own.close()).rejects.toThrow('health.ping answers otherwise than the table says')
  })

  test('is a code that the table does not list for the endpoint, in tests', async () => {
    const own = await testApp({ mapRoutes })
    ping = () => Promise.reject(refuse('conflict'))
    expect((await own.visitor().get('/api/ping')).body.code).toBe('internal')
    await expect(own.close()).rejects.toThrow(
      'health.ping answers the code conflict, which the table does not list for it.',
    )
  })

  test('is no code that every endpoint may answer', async () => {
    const own = await testApp({ mapRoutes })
    ping = () => Promise.reject(refuse('busy'))
    expect((await own.visitor().get('/api/ping')).body.code).toBe('busy')
    await own.close()
  })

  test('is no code at all outside of tests', async () => {
    const own = await testApp({ mapRoutes, validateResponses: false })
    ping = () => Promise.reject(refuse('conflict'))
    expect((await own.visitor().get('/api/ping')).body.code).toBe('conflict')
    await own.close()
  })

  test('of a full disk says so', async () => {
    ping = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const { status, body } = await holdall.visitor().get('/api/ping')
    expect([status, body.code]).toEqual([507, 'disk-full'])
  })
})

test('a query that passes its deadline answers busy, when to retry, and is logged with the route', async () => {
  const own = await testApp({ mapRoutes })
  ping = () => Promise.reject(queryTimeout(20_000))
  const answer = await own.visitor().get('/api/ping')
  expect([answer.status, answer.body.code, answer.body.retry_after]).toEqual([503, 'busy', 30])
  expect(answer.raw.headers['retry-after']).toBe('30')
  const [line] = own.log.filter((text) => text.includes('the query took longer than 20000 ms'))
  expect(JSON.parse(line!)).toMatchObject({ method: 'GET', url: '/api/ping', code: 'busy', msg: 'call refused' })
  await own.close()
})

test('a database that another process locks answers busy, and when to retry', async () => {
  const locked = await testApp({ config: { databaseUrl: null }, busyTimeoutMs: 30 })
  const user = await locked.signUp()
  const other = new Sqlite(join(locked.services.config.dataDir, 'holdall.sqlite'))
  other.exec('begin immediate')
  const answer = await user.patch('/api/user/settings', { name: 'first_name', value: 'x' })
  expect([answer.status, answer.body.code, answer.body.retry_after]).toEqual([503, 'busy', 2])
  expect((await user.get('/api/user')).status).toBe(200)
  other.exec('rollback')
  other.close()
  expect((await user.patch('/api/user/settings', { name: 'first_name', value: 'x' })).status).toBe(204)
  await locked.close()
})
