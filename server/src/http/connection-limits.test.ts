import { file } from '../testing/file-requests.ts'
import type { Route } from './route.ts'
import { until } from '../testing/until.ts'
import { testApp, type SignedIn, type TestApp } from '../testing/test-app.ts'
import { listen, rawConnection, rawJson } from '../testing/raw-http.ts'

/** Calls that have begun and wait for the test to answer them. */
const begun: (() => void)[] = []
const mapRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    if (route.endpoint.id !== 'user.avatar-image') return route
    const run = () => new Promise<Buffer>((resolve) => void begun.push(() => resolve(Buffer.from('x'))))
    return { ...route, run }
  })

let holdall: TestApp
let port: number
let cookie: string
/** Whose limits of time are short. Each test of them waits that long. */
let impatient: TestApp
let impatientPort: number
beforeAll(async () => {
  holdall = await testApp({ mapRoutes })
  port = await listen(holdall.app)
  cookie = cookieOf(await holdall.signUp())
  impatient = await testApp({
    limits: { headersMs: 300, fieldsMs: 200, uploadWindowMs: 300, uploadMinBytes: 5000, readerIdleMs: 300 },
  })
  impatientPort = await listen(impatient.app)
})
afterAll(async () => {
  await holdall.close()
  await impatient.close()
})
const cookieOf = ({ cookies }: SignedIn) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const head = (line: string, headers: Readonly<Record<string, string | number>> = {}) =>
  [`${line} HTTP/1.1`, 'host: a', ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`), '', ''].join('\r\n')
const logged = (text: string, { log } = holdall) => log.filter((line) => line.includes(text))

/** Sends a byte again and again until the connection is closed. */
async function trickle(start: string): Promise<string> {
  const connection = rawConnection(impatientPort, start)
  const timer = setInterval(() => connection.socket.write('x'), 10)
  await connection.closed
  clearInterval(timer)
  return connection.received()
}

test('ends a request whose headers do not come to an end', async () => {
  const answer = await trickle('GET /api/ping HTTP/1.1\r\nx-long: ')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(rawJson(answer)).toMatchObject({ code: 'request-timeout' })
})

test('ends a small body that does not come to an end', async () => {
  const answer = await trickle(head('POST /login', { 'content-type': 'application/json', 'content-length': 100_000 }))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toMatch(/connection: close/i)
  expect(rawJson(answer)).toMatchObject({ code: 'request-timeout' })
})

test('ends a body that nobody reads and that does not come to an end', async () => {
  const answer = await trickle(head('POST /api/nothing', { 'content-length': 100_000 }))
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
})

test.each([
  ['a raw body', 'application/octet-stream', ''],
  [
    'a form',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n',
  ],
])('ends an upload as %s below the minimum rate, and frees what it held', async (what, type, start) => {
  const slow = await impatient.signUp()
  const cookie = cookieOf(slow)
  const url = `POST /api/upload?name=slow`
  await trickle(head(url, { 'content-type': type, 'content-length': 100_000, cookie }) + start)
  // Nothing is held any more when the same user uploads again.
  expect((await file(slow, `after ${what}`, 'abc')).attributes.name).toBe(`after ${what}`)
  // The upload ends after its connection.
  await until(async () => {
    const rows = await impatient.services.db.selectFrom('uploads').select('status').execute()
    return rows.every(({ status }) => status !== 'receiving')
  })
})

test('ends a download that is not read, and logs no error', async () => {
  const reader = await impatient.signUp()
  const entry = await file(reader, 'large.bin', Buffer.alloc(24 * 1024 * 1024, 'x'))
  const connection = rawConnection(
    impatientPort,
    head(`GET ${entry.attributes.file_url}`, { cookie: cookieOf(reader) }),
  )
  connection.socket.pause()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (logged('a response was not read', impatient).length === 0) return
      clearInterval(timer)
      resolve()
    }, 10)
  })
  connection.socket.resume()
  await connection.closed
  expect(connection.received().length).toBeLessThan(24 * 1024 * 1024)
  expect([...logged('unexpected error', impatient), ...logged('a download was aborted', impatient)]).toEqual([])
})

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'malformed-request'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400, 'malformed-request'],
  ['two lengths', head('POST /login', { 'content-length': 1, 'Content-Length': 2 }), 400, 'malformed-request'],
  ['a request without a Host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed-request'],
  ['two Hosts', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', 400, 'malformed-request'],
  ['headers of 100 kB', head('GET /', { 'x-long': 'x'.repeat(100_000) }), 431, 'headers-too-large'],
])('answers %s in JSON with a code', async (_what, text, status, code) => {
  const connection = rawConnection(port, text)
  await connection.closed
  expect(connection.received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*content-type: application/json`, 'is'))
  expect(rawJson(connection.received())).toMatchObject({ code, message: expect.any(String) })
})

test('requests that are sent without waiting for answers close the connection from the 33rd on', async () => {
  const ping = head('GET /api/ping')
  const last = head('GET /api/ping', { connection: 'close' })
  const answers = async (count: number) => {
    const connection = rawConnection(port, ping.repeat(count - 1) + last)
    await connection.closed
    return connection.received().split('HTTP/1.1 200').length - 1
  }
  expect(await answers(32)).toBe(32)
  expect(await answers(33)).toBeLessThan(33)
  expect(await answers(1000)).toBeLessThan(33)
})

test('of the requests that a connection sends without waiting, four are handled at a time', async () => {
  const path = `/avatars/${'x'.repeat(22)}`
  const connection = rawConnection(port, head(`GET ${path}`).repeat(5) + head(`GET ${path}`, { connection: 'close' }))
  await until(() => begun.length === 4)
  const other = rawConnection(port, head(`GET ${path}`, { connection: 'close' }))
  await until(() => begun.length === 5)
  begun[4]!()
  await other.closed
  // Until the first one is answered, the responses to the others wait.
  for (const answer of begun.slice(1, 4)) answer()
  await holdall.visitor().get('/api/ping')
  expect(begun).toHaveLength(5)
  begun[0]!()
  await until(() => begun.length === 7)
  for (const answer of begun.slice(5)) answer()
  await connection.closed
  expect(connection.received().split('HTTP/1.1 200')).toHaveLength(6 + 1)
})

test('an unknown expectation is ignored', async () => {
  const connection = rawConnection(port, head('GET /api/ping', { expect: 'a miracle', connection: 'close' }))
  await connection.closed
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 /)
})

test('a HEAD with too long headers is answered without a body', async () => {
  const connection = rawConnection(port, head('HEAD /', { 'x-long': 'x'.repeat(20_000) }))
  await connection.closed
  expect(connection.received()).toMatch(/^HTTP\/1\.1 431 /)
  expect(connection.received()).toMatch(/\r\n\r\n$/)
})

test('an answer to too long headers is not lost while the rest of them arrives', async () => {
  const answered = new Promise((resolve) => {
    holdall.app.server.once('clientError', (_error, socket) => socket.once('finish', resolve))
  })
  const connection = rawConnection(port, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}`)
  connection.socket.pause()
  await answered
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => connection.socket.write('x'.repeat(20_000), resolve))
  }
  connection.socket.resume()
  await connection.closed
  expect(connection.received()).toMatch(/^HTTP\/1\.1 431 /)
})

test.each([
  ['a small body', 'POST /login', 'application/json', '{"email":'],
  ['a raw upload', 'POST /api/upload?name=cut', 'application/octet-stream', 'x'.repeat(5000)],
  [
    'a form',
    'POST /api/upload',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nxxx',
  ],
])('a client that disconnects in %s is not an unexpected error', async (_what, line, type, start) => {
  const before = logged('the client disconnected').length
  const connection = rawConnection(
    port,
    head(line, { 'content-type': type, 'content-length': 100_000, cookie, 'x-cut': 1 }) + start,
  )
  await new Promise<void>((resolve) => holdall.app.server.once('request', () => resolve()))
  connection.socket.destroy()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (logged('the client disconnected').length === before) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  expect(logged('unexpected error')).toEqual([])
})
