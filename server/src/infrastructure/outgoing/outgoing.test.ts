import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { bytesOf, type FileServer, fileServer, redirectTo } from '../../testing/file-server.ts'
import { until } from '../../testing/until.ts'
import { createOutgoing, OutgoingError, type OutgoingOptions } from './outgoing.ts'
import { parseOutgoingAllow } from './outgoing-allow.ts'
import { isPublicAddress } from './public-address.ts'

let server: FileServer
/** Loopback, and so refused; on the same port as `server`. */
let trap: FileServer
beforeAll(async () => {
  server = await fileServer({
    '/file': bytesOf('some bytes'),
    '/other': (response, request) => bytesOf(JSON.stringify(request.headers))(response),
    '/to-file': redirectTo('/other'),
    '/to-trap': (response) => redirectTo(`${trap.origin}/file`)(response),
    '/to-same-name': (response) => redirectTo(`http://files.example:${server.port}/file`)(response),
    '/to-credentials': (response) => redirectTo(`http://user:secret@${server.authority}/file`)(response),
    '/to-ftp': redirectTo('ftp://files.example/file'),
    '/to-nowhere': redirectTo('http://[bad'),
    '/loop': redirectTo('/loop'),
    '/three': redirectTo('/two'),
    '/two': redirectTo('/one'),
    '/one': redirectTo('/file'),
    '/four': redirectTo('/three'),
  })
  trap = await fileServer({ '/file': bytesOf('secret') }, '127.0.0.2', server.port)
})
afterAll(async () => {
  await server.close()
  await trap.close()
})

const never = new AbortController().signal
const allowing = (text: string, options: OutgoingOptions = {}) =>
  createOutgoing({ allow: parseOutgoingAllow(text) ?? [], ...options })

async function codeOf(request: Promise<{ close(): void }>): Promise<string> {
  try {
    const response = await request
    response.close()
    return 'answered'
  } catch (error) {
    return error instanceof OutgoingError ? error.code : String(error)
  }
}

const refusedAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2a00:1450:4001::5efe:7f00:1',
  '2a00:1450:4001::200:5efe:7f00:1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  'not an address',
]

test.each(refusedAddresses)('refuses the address %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.215.14', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:80b::200e'])(
  'allows the public address %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('no spelling of a refused address opens a connection, whatever its port', async () => {
  const hosts = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1%2e',
    '①②⑦.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '100.64.0.1',
  ]
  const before = server.requests.length
  const outgoing = createOutgoing({ resolve: () => Promise.resolve(['127.0.0.1']) })
  for (const host of hosts) {
    expect([host, await codeOf(outgoing.get(`http://${host}:${server.port}/file`, never))]).toEqual([
      host,
      'unreachable',
    ])
  }
  expect([server.requests.length, await server.connections()]).toEqual([before, 0])
})

test.each([
  'ftp://files.example/a',
  'file:///etc/passwd',
  'data:text/plain,x',
  'gopher://files.example',
  'http://user@files.example/a',
  'http://:secret@files.example/a',
  'http://',
  'files.example/a',
  '',
])('refuses the address "%s" without a lookup', async (address) => {
  let lookups = 0
  const resolve = () => Promise.reject(new Error(`lookup ${++lookups}`))
  expect(await codeOf(createOutgoing({ resolve }).get(address, never))).toBe('unreachable')
  expect(lookups).toBe(0)
})

test('a name with one refused address among its answers, none or too many is refused', async () => {
  const many = Array.from({ length: 33 }, (_, index) => `1.1.1.${index}`)
  for (const answers of [['1.1.1.1', '127.0.0.1'], ['1.1.1.1', '::1'], [], many]) {
    const outgoing = createOutgoing({ resolve: () => Promise.resolve(answers) })
    expect(await codeOf(outgoing.get(`http://files.example:${server.port}/file`, never))).toBe('unreachable')
  }
})

test.each([22, 25, 110, 1023, 6000, 6667, 10_080])('does not connect to port %i', async (port) => {
  // With any other port the request would wait for the address until it is aborted.
  const outgoing = createOutgoing({ resolve: () => Promise.resolve(['1.1.1.1']), headersMs: 60_000 })
  expect(await codeOf(outgoing.get(`http://files.example:${port}/`, never))).toBe('unreachable')
})

test('connects to the checked address, also when the next lookup answers another one', async () => {
  const answers = ['127.0.0.1', '127.0.0.2']
  const outgoing = allowing('127.0.0.1/32', { resolve: () => Promise.resolve([answers.shift()!]) })
  const address = `http://files.example:${server.port}`
  const response = await outgoing.get(`${address}/file`, never)
  expect([response.status, server.requests.at(-1)!.headers.host]).toEqual([200, `files.example:${server.port}`])
  response.close()
  expect(answers).toEqual(['127.0.0.2'])

  // The name leads to the other address now.
  expect(await codeOf(outgoing.get(`${address}/file`, never))).toBe('unreachable')
  expect(trap.requests).toEqual([])
})

test('a redirect is resolved and checked again', async () => {
  const outgoing = allowing(server.authority)
  expect(await codeOf(outgoing.get(`${server.origin}/to-trap`, never))).toBe('unreachable')

  const answers = ['127.0.0.1', '127.0.0.2']
  const rebinding = allowing('127.0.0.1/32', { resolve: () => Promise.resolve([answers.shift()!]) })
  expect(await codeOf(rebinding.get(`http://files.example:${server.port}/to-same-name`, never))).toBe('unreachable')
  expect(trap.requests).toEqual([])
  await until(async () => (await server.connections()) === 0)
})

test('follows three redirects, and none to other protocols or with credentials', async () => {
  const outgoing = allowing(server.authority)
  const response = await outgoing.get(`${server.origin}/three`, never)
  expect([response.status, response.url.pathname]).toEqual([200, '/file'])
  response.close()
  for (const [path, code] of [
    ['/four', 'too-many-redirects'],
    ['/loop', 'too-many-redirects'],
    ['/to-credentials', 'unreachable'],
    ['/to-ftp', 'unreachable'],
    ['/to-nowhere', 'unreachable'],
  ]) {
    expect([path, await codeOf(outgoing.get(`${server.origin}${path}`, never))]).toEqual([path, code])
  }
  await until(async () => (await server.connections()) === 0)
})

test('sends no header that is about a user, and asks for no compression', async () => {
  const outgoing = allowing(server.authority)
  const response = await outgoing.get(`${server.origin}/to-file`, never)
  const chunks: Buffer[] = []
  for await (const chunk of response.body) chunks.push(chunk as Buffer)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
    accept: '*/*',
    'accept-encoding': 'identity',
    connection: 'close',
    host: server.authority,
    'user-agent': 'Holdall',
  })
})

test('a request is sent with its method, headers and body, and follows no redirect', async () => {
  const { authority, requests } = server
  const sent = requests.length
  const message = { method: 'POST', headers: { authorization: 'Basic eA==' }, body: 'a=ä' } as const
  const response = await allowing(authority).request(`http://${authority}/other`, message, never)
  const headers = JSON.parse(await text(response.body)) as Record<string, string>
  expect(headers).toMatchObject({ authorization: 'Basic eA==', 'content-length': '4', 'accept-encoding': 'identity' })
  expect(requests[sent]?.method).toBe('POST')
  const redirected = await allowing(authority).request(`http://${authority}/to-file`, message, never)
  expect(redirected.status).toBe(302)
  redirected.close()
  expect(await codeOf(createOutgoing().request(`http://${authority}/other`, message, never))).toBe('unreachable')
})

describe('a server that', () => {
  const sockets = new Set<Socket>()
  let reply: (socket: Socket) => void = () => undefined
  const raw = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => reply(socket))
    socket.once('close', () => sockets.delete(socket))
  })
  let authority: string
  beforeAll(async () => {
    raw.listen(0, '127.0.0.1')
    await once(raw, 'listening')
    authority = `127.0.0.1:${(raw.address() as AddressInfo).port}`
  })
  afterAll(() => raw.close())

  const slowHeaders = (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  const cases: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['answers nothing', () => undefined],
    ['sends its headers for ever', slowHeaders],
    ['sends too many headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)],
    ['speaks another protocol', (socket) => socket.write('220 mail.example ESMTP\r\n')],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    [
      'switches protocols',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
  ]
  test.each(cases)('%s is unreachable, and its connection is closed', async (_, answer) => {
    reply = answer
    const outgoing = allowing(authority, { headersMs: 300 })
    expect(await codeOf(outgoing.get(`http://${authority}/`, never))).toBe('unreachable')
    await until(() => sockets.size === 0)
  })

  test('is not connected to any more once the request is aborted', async () => {
    reply = () => undefined
    const stop = new AbortController()
    const request = allowing(authority).get(`http://${authority}/`, stop.signal)
    const rejected = expect(request).rejects.toThrow('aborted')
    await until(() => sockets.size === 1)
    stop.abort()
    await rejected
    await until(() => sockets.size === 0)
  })
})

test('a lookup that never ends is given up after the time for headers', async () => {
  const outgoing = createOutgoing({ resolve: () => new Promise(() => undefined), headersMs: 50 })
  expect(await codeOf(outgoing.get('http://files.example/', never))).toBe('unreachable')
})

test('allowances are hosts with their port, or networks', () => {
  const isAllowed = (text: string, hostname: string, port: number, address: string) =>
    parseOutgoingAllow(text)!.some((rule) => rule({ hostname, port, address }))
  expect(isAllowed('hooks.lan:8080', 'hooks.lan', 8080, '10.0.0.9')).toBe(true)
  expect(isAllowed('HOOKS.lan.:8080', 'hooks.lan', 8080, '10.0.0.9')).toBe(true)
  expect(isAllowed('hooks.lan:8080', 'hooks.lan', 80, '10.0.0.9')).toBe(false)
  expect(isAllowed('hooks.lan:8080', 'other.lan', 8080, '10.0.0.9')).toBe(false)
  expect(isAllowed('[::1]:8080', '::1', 8080, '::1')).toBe(true)
  expect(isAllowed('10.0.0.0/8, 192.168.1.0/24', 'x', 22, '192.168.1.7')).toBe(true)
  expect(isAllowed('10.0.0.0/8', 'x', 80, '11.0.0.1')).toBe(false)
  expect(isAllowed('10.0.0.0/8', 'x', 80, '::ffff:10.0.0.1')).toBe(true)
  expect(isAllowed('fd00::/8', 'x', 80, 'fd12::1')).toBe(true)
  for (const text of [
    '',
    'hooks.lan',
    '10.0.0.1',
    'hooks.lan:0',
    'hooks.lan:99999',
    'http://x:80',
    'a:80,,b:80',
    '*:80',
  ])
    expect([text, parseOutgoingAllow(text)]).toEqual([text, null])
})
