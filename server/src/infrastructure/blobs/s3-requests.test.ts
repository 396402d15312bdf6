import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { parseOutgoingAllow } from '../outgoing/outgoing-allow.ts'
import { bytesBody } from './s3-body.ts'
import { checkS3 } from './check-s3.ts'
import { createS3Agent } from './s3-connections.ts'
import { partBytesOf } from './s3-part-size.ts'
import { createS3Requests, type S3Requests } from './s3-requests.ts'
import type { S3Settings } from './s3-settings.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
const received: IncomingMessage[] = []
const server = createServer((request, response) => {
  received.push(request)
  request.on('data', () => undefined).on('end', () => answer(request, response))
})
let settings: S3Settings
let s3: S3Requests
const allow = parseOutgoingAllow('127.0.0.0/8')!
const fast = { allow, firstDelayMs: 1 }
/** For servers that say nothing: their attempts end by time. */
const impatient = { ...fast, attemptMs: 1000 }

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    bucket: 'files',
    accessKeyId: 'id',
    secretAccessKey: 'the-secret',
    isPathStyle: true,
    prefix: 'holdall/',
    downloadUrl: null,
  }
  s3 = createS3Requests(settings, fast)
})
beforeEach(() => void received.splice(0))
afterAll(async () => {
  s3.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const error =
  (status: number, code: string, more: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/xml', ...more })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>text</Message></Error>`)

test('sends the bytes with their length, a signed hash and no checksum that other providers refuse', async () => {
  answer = (_, response) => void response.end()
  await s3.put('blobs/abc', bytesBody(Buffer.from('some bytes')))
  const { method, url, headers } = received[0]!
  expect([method, url]).toEqual(['PUT', '/files/holdall/blobs/abc?x-id=PutObject'])
  expect(headers).toMatchObject({
    'content-length': '10',
    'x-amz-content-sha256': '0d22cdcc10e6d049dbe1af5123d50873fdfc1a4f58306e58cb6241be9472014d',
  })
  expect(headers.authorization).toContain('Credential=id/')
  expect(headers.expect).toBeUndefined()
  expect(Object.keys(headers).filter((name) => /checksum|trailer|crc/.test(name))).toEqual([])
})

test.each([
  [403, 'InvalidAccessKeyId', 'keys', 'does not accept the S3 key'],
  [403, 'SignatureDoesNotMatch', 'keys', 'does not accept the S3 key'],
  [403, 'AccessDenied', 'access', 'The S3 key may not do this in the bucket files'],
  [404, 'NoSuchBucket', 'bucket', 'There is no bucket files'],
  [400, 'AuthorizationHeaderMalformed', 'region', 'is not in the region eu-central-1'],
  [400, 'EntityTooLarge', 'too-large', 'does not store objects of this size'],
  [501, 'NotImplemented', 'other', 'refused a request (NotImplemented, status 501)'],
])('%i %s is not tried again, and its message says what is wrong', async (status, code, reason, message) => {
  answer = error(status, code)
  const failed = s3.put('blobs/abc', bytesBody(Buffer.from('x')))
  await expect(failed).rejects.toMatchObject({ reason, message: expect.stringContaining(message) })
  await expect(failed).rejects.not.toThrow('the-secret')
  expect(received).toHaveLength(1)
})

test.each([
  ['503', error(503, 'SlowDown')],
  ['429', error(429, 'TooManyRequests')],
  [
    'a page of a proxy',
    (_: unknown, response: ServerResponse) => void response.writeHead(502).end('<html>Bad gateway'),
  ],
  ['a closed connection', (request: IncomingMessage) => void request.socket.destroy()],
  ['no answer', () => undefined],
])('%s is tried four times, then unavailable', async (what, how) => {
  const s3 = createS3Requests(settings, what === 'no answer' ? impatient : fast)
  answer = how
  await expect(s3.put('blobs/abc', bytesBody(Buffer.from('x')))).rejects.toMatchObject({ reason: 'unavailable' })
  expect(received).toHaveLength(4)
  received.splice(0)
  let left = 2
  answer = (request, response) => (left-- > 0 ? how(request, response) : void response.end())
  await s3.put('blobs/abc', bytesBody(Buffer.from('x')))
  expect(received).toHaveLength(3)
  s3.close()
})

test('follows no redirect', async () => {
  answer = error(301, 'PermanentRedirect', { location: `${settings.endpoint}/elsewhere` })
  await expect(s3.check()).rejects.toMatchObject({ reason: 'region' })
  answer = error(307, 'TemporaryRedirect', { location: `${settings.endpoint}/elsewhere` })
  await expect(s3.put('blobs/abc', bytesBody(Buffer.from('x')))).rejects.toMatchObject({ reason: 'region' })
  expect(received.map(({ url }) => url).filter((url) => url?.includes('elsewhere'))).toEqual([])
})

test('lists what the bucket has in pages, without the prefix', async () => {
  answer = ({ url }, response) => {
    const isSecond = url!.includes('continuation-token=next')
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListBucketResult><IsTruncated>${!isSecond}</IsTruncated>
      ${isSecond ? '' : '<NextContinuationToken>next</NextContinuationToken>'}
      <Contents><Key>holdall/blobs/${isSecond ? 'b' : 'a'}</Key><Size>5</Size>
      <LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`)
  }
  const keys: string[] = []
  for await (const { key } of s3.list('blobs/')) keys.push(key)
  expect(keys).toEqual(['blobs/a', 'blobs/b'])
})

test('lists unfinished uploads in pages, also several of one object', async () => {
  const pages = new Map([
    ['', ['first', 'second']],
    ['second', ['third']],
  ])
  answer = ({ url }, response) => {
    const query = new URL(url!, settings.endpoint).searchParams
    const ids = pages.get(query.get('upload-id-marker') ?? '') ?? []
    const next = ids.at(-1) === 'second' ? ids.at(-1) : undefined
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListMultipartUploadsResult><IsTruncated>${next !== undefined}</IsTruncated>
      ${next === undefined ? '' : `<NextKeyMarker>holdall/blobs/a</NextKeyMarker><NextUploadIdMarker>${next}</NextUploadIdMarker>`}
      ${ids.map((id) => `<Upload><Key>holdall/blobs/a</Key><UploadId>${id}</UploadId></Upload>`).join('')}
      </ListMultipartUploadsResult>`)
  }
  const found: string[] = []
  for await (const { key, uploadId } of s3.multiparts('blobs/')) {
    found.push(`${key} ${uploadId}`)
    if (found.length > 3) break
  }
  expect(found).toEqual(['blobs/a first', 'blobs/a second', 'blobs/a third'])
})

test.each([
  ['all of it', 200, '10', undefined, 'ranges'],
  ['less of it', 206, '3', 'bytes 2-4/5', 'missing'],
])(
  'an answer to a range with %s is refused, and its connection closed',
  async (_what, status, length, range, reason) => {
    answer = (_, response) => {
      response.writeHead(status, { 'content-length': length, ...(range && { 'content-range': range }) })
      response.end(Buffer.alloc(Number(length)))
    }
    await expect(s3.get('blobs/abc', 2, 7)).rejects.toMatchObject({ reason })
  },
)

test('a check of a bucket that stops in the middle of an object ends, and says so', async () => {
  answer = ({ headers }, response) => {
    if (headers.range === undefined) return void response.end('<ListBucketResult/>')
    const [, start, end] = /(\d+)-(\d+)/.exec(headers.range)!
    const length = Number(end) - Number(start) + 1
    response.writeHead(206, { 'content-length': length, 'content-range': `bytes ${start}-${end}/100` }).write('H')
  }
  await expect(checkS3(settings, allow, impatient)).rejects.toMatchObject({ reason: 'unavailable' })
})

describe('connections', () => {
  const own = (changes: Partial<S3Settings>, allowed = '') =>
    createS3Requests({ ...settings, ...changes }, { ...fast, allow: parseOutgoingAllow(allowed) ?? [] })

  test('are not made to addresses that are not public, unless they are allowed', async () => {
    const { host, port } = new URL(settings.endpoint)
    for (const endpoint of [settings.endpoint, `http://localhost:${port}`]) {
      await expect(own({ endpoint }).check()).rejects.toMatchObject({
        reason: 'address',
        message: expect.stringContaining('in HOLDALL_OUTGOING_ALLOW'),
      })
    }
    expect(received).toEqual([])
    answer = (_, response) => void response.end('<ListBucketResult/>')
    await own({}, host).check()
    await own({ endpoint: `http://localhost:${port}` }, `localhost:${port}`).check()
    expect(received).toHaveLength(2)
  })

  test('go to the host of the endpoint and that of the bucket only', async () => {
    const agent = createS3Agent({ ...settings, endpoint: 'https://s3.example.com' }, [], () =>
      Promise.resolve(['1.1.1.1']),
    )
    if (!(agent instanceof HttpsAgent)) throw new Error('The endpoint has https.')
    const { lookup } = agent.options
    const look = (name: string) =>
      new Promise((resolve) => lookup!(name, {}, (failure, address) => resolve(failure?.message ?? address)))
    expect(await look('s3.example.com')).toBe('1.1.1.1')
    expect(await look('files.s3.example.com')).toBe('1.1.1.1')
    expect(await look('elsewhere.example.com')).toContain('was refused')
  })
})

test('parts have one size that follows from the size of the blob', () => {
  const MiB = 1024 * 1024
  expect([null, 1, 8 * MiB, 80_000 * MiB].map((size) => partBytesOf(size))).toEqual(Array(4).fill(8 * MiB))
  expect(partBytesOf(80_000 * MiB + 1)).toBe(9 * MiB)
  expect(partBytesOf(5 * MiB * MiB)).toBe(525 * MiB)
  expect(() => partBytesOf(100 * MiB * MiB)).toThrow('S3 does not store blobs of this size.')
})

test('an address for browsers is of the public endpoint, for one object, one method and a minute, and sends nothing', async () => {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="a b.txt"',
  }
  const address = new URL(await s3.presign('blobs/one', 'https://files.example.com', headers))
  expect([address.origin, address.pathname]).toEqual(['https://files.example.com', '/files/holdall/blobs/one'])
  const query = Object.fromEntries(address.searchParams)
  expect(query).toMatchObject({
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host',
    'response-content-type': headers['content-type'],
    'response-content-disposition': headers['content-disposition'],
    'response-cache-control': 'private, no-store',
  })
  expect(address.href).not.toContain('the-secret')
  expect(received).toEqual([])
})
