import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { BlobStore, ByteRange } from '../../infrastructure/blobs/blob-store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { watchReader } from '../../http/slow-peers.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { contentHeaders } from './content-headers.ts'
import type { EndDownload } from './download-limit.ts'
import { continuesPart, rangeOf } from './content-range.ts'
import { etagOf, refuseChanged } from './content-state.ts'

export interface Sendable {
  readonly blobId: string
  readonly size: number
  readonly name: string
  readonly mime: string
  readonly sha256: string
  readonly version: number
  /** Milliseconds. */
  readonly modified: number
}

type Deps = Pick<Infrastructure, 'limits' | 'log'>

/** Answers a GET or HEAD of a file with all of it, a range or 304. Resolves to the number of bytes sent. */
export async function sendFile(
  deps: Deps,
  blobs: BlobStore,
  file: Sendable,
  request: FastifyRequest,
  reply: FastifyReply,
  options: {
    readonly download: boolean
    readonly crossOrigin: boolean
    /** How long a browser may show it again without a request; 0: it revalidates each time. */
    readonly cacheSeconds: number
    /** Called with the range before any byte of it is sent. May refuse. */
    readonly begin?: (range: ByteRange) => Promise<EndDownload>
  },
): Promise<number> {
  const etag = etagOf(file)
  refuseChanged(request, file)
  reply.headers({
    ...contentHeaders(file.name, file.mime, options.download),
    etag,
    'last-modified': new Date(file.modified).toUTCString(),
    'accept-ranges': 'bytes',
    // Revalidated, a revoked permission is noticed; unchanged bytes are not sent again.
    'cache-control':
      options.cacheSeconds > 0 ? `private, max-age=${options.cacheSeconds}, immutable` : 'private, no-cache',
    'cross-origin-resource-policy': options.crossOrigin ? 'cross-origin' : 'same-origin',
  })
  // The tag only: a content that replaces another one may have the same date, or an earlier one.
  if (fresh(request.headers, { etag })) {
    void reply.code(304).send()
    return 0
  }
  // Of a HEAD, a range has no meaning.
  const isPart = request.method === 'GET' && continuesPart(request.headers['if-range'], etag)
  const selected = isPart ? rangeOf(request.headers.range, file.size) : null
  if (selected === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${file.size}`)
    throw refuse('range-not-satisfiable')
  }
  const range = selected ?? { start: 0, end: file.size - 1 }
  const end = request.method === 'HEAD' ? undefined : await options.begin?.(range)
  if (selected) {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  reply.header('content-length', range.end - range.start + 1)
  if (request.method === 'HEAD') {
    void reply.send()
    return 0
  }
  let sent = 0
  try {
    sent = await stream(deps, blobs, file.blobId, range, reply)
    return sent
  } finally {
    await end?.(sent)
  }
}

/** Writes large buffers to the connection, as fast as the receiver takes them. */
async function stream(
  { limits, log }: Deps,
  blobs: BlobStore,
  blobId: string,
  range: ByteRange,
  reply: FastifyReply,
): Promise<number> {
  const { raw } = reply
  const bytes = blobs.read(blobId, range)[Symbol.asyncIterator]()
  // Read before the status is sent, so that bytes that cannot be read give an error response.
  let next = await bytes.next()
  reply.hijack()
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  watchReader(raw, limits, log)
  const total = range.end - range.start + 1
  let sent = 0
  try {
    while (!next.done && !raw.destroyed) {
      const isLast = sent + next.value.length === total
      await written(raw, next.value, isLast)
      sent += next.value.length
      // The receiver of the last byte does not wait until the blob is closed.
      if (isLast) break
      next = await bytes.next()
    }
    raw.end()
  } catch (error) {
    // A write to a connection that the receiver closed may fail before the connection is known to be closed.
    if (!(error instanceof ConnectionClosed || raw.destroyed)) {
      log.error({ err: error, blob: blobId, sent }, 'a download was aborted: its blob cannot be read')
    }
    // A closed connection tells the receiver that the bytes are incomplete.
    raw.destroy()
  } finally {
    await bytes.return?.(undefined)
  }
  return sent
}

/** The receiver closed the connection. */
export class ConnectionClosed extends Error {}

/** Resolves once the connection has taken the buffer, which is then free for the next read. */
export function written(raw: FastifyReply['raw'], bytes: Uint8Array, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => (raw.writableFinished ? resolve() : reject(new ConnectionClosed()))
    raw.once('close', onClose)
    const done = (error?: Error | null) => {
      raw.off('close', onClose)
      if (error) reject(new ConnectionClosed())
      else resolve()
    }
    if (isLast) raw.once('finish', () => done()).end(bytes)
    else raw.write(bytes, done)
  })
}
