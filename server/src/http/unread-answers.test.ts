import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Route } from './route.ts'
import { file } from '../testing/file-requests.ts'
import { listen, type RawConnection, rawConnection } from '../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'
import { until } from '../testing/until.ts'

/** More than the buffers of both ends of a connection hold. */
const LARGE = 24 * 1024 ** 2
/** Of three answers. They are not counted. */
const HEADERS = 3000
const large = Buffer.alloc(LARGE, 'x')

/** Of a public answer that is in memory. */
const path = `/avatars/${'x'.repeat(22)}`

const mapRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.endpoint.id === 'user.avatar-image' ? { ...route, run: () => Promise.resolve(large) } : route,
  )

let holdall: TestApp
let port: number
let ann: SignedIn
const opened: RawConnection[] = []
beforeAll(async () => {
  holdall = await testApp({
    mapRoutes,
    limits: { unreadBytesPerAddress: 2 * LARGE, unreadBytes: 3 * LARGE },
  })
  port = await listen(holdall.app)
  ann = await holdall.signUp()
})
afterEach(async () => {
  for (const { socket, closed } of opened.splice(0)) {
    socket.destroy()
    await closed
  }
})
afterAll(() => holdall.close())

const get = (url: string, address: string, headers = '') =>
  `GET ${url} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n${headers}\r\n`

/** Sends a request, reads nothing of its answer, and returns the end of the server once the answer waits there. */
async function unread(address: string, text = get(path, address)): Promise<Socket> {
  const connected = once(holdall.app.server, 'connection')
  const connection = rawConnection(port, text)
  connection.socket.pause()
  opened.push(connection)
  const [socket] = (await connected) as [Socket]
  await until(() => socket.writableLength > 0)
  return socket
}
const areClosed = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed)
const bytesOf = (sockets: readonly Socket[]) =>
  sockets.reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0)

/** The length of an answer that is read at once. */
async function read(address: string, url = path): Promise<number> {
  const connection = rawConnection(port, get(url, address, 'connection: close\r\n'))
  await connection.closed
  return connection.received().split('\r\n\r\n')[1]?.length ?? 0
}

test('of one address the connections that have waited longest are closed, and others are served', async () => {
  const sockets: Socket[] = []
  for (let n = 0; n < 5; n++) {
    sockets.push(await unread('192.0.2.1'))
    expect(bytesOf(sockets)).toBeLessThanOrEqual(2 * LARGE + HEADERS)
  }
  expect(areClosed(sockets)).toEqual([true, true, true, false, false])
  expect(await read('192.0.2.2')).toBe(LARGE)
  expect(areClosed(sockets)).toEqual([true, true, true, false, false])
  // Behind the same address: in place of an answer that nobody reads.
  expect(await read('192.0.2.1')).toBe(LARGE)
  expect(await read('192.0.2.1', '/api/ping')).toBeGreaterThan(0)
  expect(areClosed(sockets)).toEqual([true, true, true, true, false])
})

test('the addresses of one IPv6 network count as one', async () => {
  const sockets: Socket[] = []
  for (const n of [1, 2, 3]) sockets.push(await unread(`2001:db8::${n}`))
  expect(areClosed(sockets)).toEqual([true, false, false])
})

test('of all addresses the connections that have waited longest are closed', async () => {
  const sockets: Socket[] = []
  for (let n = 1; n <= 5; n++) {
    sockets.push(await unread(`192.0.2.${n}`))
    expect(bytesOf(sockets)).toBeLessThanOrEqual(3 * LARGE + HEADERS)
  }
  expect(areClosed(sockets)).toEqual([true, true, false, false, false])
})

test('answers to requests that were sent without waiting count together, and are not counted once it is closed', async () => {
  const text = get(path, '192.0.2.1')
  // One connection may have more than the limit: it is the one that another answer closes.
  const greedy = await unread('192.0.2.1', text.repeat(4))
  const next = [await unread('192.0.2.1'), await unread('192.0.2.1')]
  expect(areClosed([greedy, ...next])).toEqual([true, false, false])
})

test('answers that were read are not counted', async () => {
  for (let n = 0; n < 4; n++) expect(await read('192.0.2.1')).toBe(LARGE)
  const sockets = [await unread('192.0.2.1'), await unread('192.0.2.1')]
  expect(areClosed(sockets)).toEqual([false, false])
  for (const { socket } of opened) socket.resume()
  await until(() => bytesOf(sockets) === 0)
  sockets.push(await unread('192.0.2.1'), await unread('192.0.2.1'))
  expect(areClosed(sockets)).toEqual([false, false, false, false])
})

test('downloads, which wait for their reader, are neither counted nor closed', async () => {
  const { attributes } = await file(ann, 'large.bin', large)
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const text = get(attributes.file_url, '192.0.2.1', `cookie: ${cookie}\r\n`)
  const sockets: Socket[] = []
  for (let n = 0; n < 6; n++) sockets.push(await unread('192.0.2.1', text))
  sockets.push(await unread('192.0.2.1'), await unread('192.0.2.1'))
  expect(areClosed(sockets)).toEqual(Array.from({ length: 8 }, () => false))
  expect(bytesOf(sockets.slice(0, 6))).toBeLessThan(LARGE)
})
