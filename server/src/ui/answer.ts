import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const pack = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}
const options = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 6 } }
type Encoding = keyof typeof pack

/** Pages differ by path and by whether someone is signed in; a handful are asked for again and again. */
const kept = new Map<string, Buffer>()
const keep = 24

/** Browsers offer brotli over https and on loopback only. */
function encodingFor(header = ''): Encoding | null {
  const takes = (name: Encoding) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

async function packed(text: string, tag: string, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${tag}`
  const bytes = kept.get(key) ?? (await pack[encoding](text, options[encoding]))
  kept.delete(key)
  kept.set(key, bytes)
  const [oldest] = kept.keys()
  if (kept.size > keep && oldest !== undefined) kept.delete(oldest)
  return bytes
}

/** Sends text that changes with the installation: asked for anew each time, answered 304 when it is still the same. */
export async function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 27)
  reply.header('etag', `W/"${tag}"`).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(`"${tag}"`)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(text)
  return reply.header('content-encoding', encoding).send(await packed(text, tag, encoding))
}
