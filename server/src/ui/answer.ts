import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** Pages differ by path and by whether someone is signed in; a handful are asked for again and again. */
const kept = new Map<string, Buffer>()
const keep = 24

const takesBrotli = (header: string | undefined) => /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\D|$))/.test(header ?? '')

/** Sends text that changes with the installation: asked for anew each time, answered 304 when it is still the same. */
export async function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 27)
  reply.header('etag', `W/"${tag}"`).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(`"${tag}"`)) return reply.code(304).send()
  if (!takesBrotli(request.headers['accept-encoding'])) return reply.send(text)
  const packed = kept.get(tag) ?? (await brotli(text, quality))
  kept.delete(tag)
  kept.set(tag, packed)
  const [oldest] = kept.keys()
  if (kept.size > keep && oldest !== undefined) kept.delete(oldest)
  return reply.header('content-encoding', 'br').send(packed)
}
