import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}
const options = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 6 } }
type Encoding = keyof typeof compress

/** Pages differ by path and by whether somebody is signed in; a few of them are requested repeatedly. */
const cache = new Map<string, Buffer>()
const MAX_CACHED = 24

async function compressed(text: string, etag: string, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${etag}`
  const bytes = cache.get(key) ?? (await compress[encoding](text, options[encoding]))
  cache.delete(key)
  cache.set(key, bytes)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  return bytes
}

/** Sends text that changes with the installation: clients revalidate it each time, and get 304 while it is the same. */
export async function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && fresh(request.headers, { etag })) return reply.code(304).send()
  // Browsers offer brotli over https and on loopback only.
  // Without wildcards: for them the library chooses encodings that the client refuses by name.
  const accepted = (request.headers['accept-encoding'] ?? '').replaceAll('*', 'identity')
  const encoding = negotiate<Encoding>(accepted, ['br', 'gzip'])
  if (encoding === null) return reply.send(text)
  return reply.header('content-encoding', encoding).send(await compressed(text, etag, encoding))
}
