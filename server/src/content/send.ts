import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore, ByteRange } from '../blobs/store.ts'
import { refuse } from '../http/refusal.ts'
import { watchReader } from '../http/slow-peers.ts'
import type { Services } from '../services.ts'
import { contentHeaders } from './headers.ts'
import { isUnchanged, mayContinue, wishOf } from './range.ts'

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

type Deps = Pick<Services, 'limits' | 'log'>

/** Answers a GET or HEAD of a file: whole, a range, or "you have it". Resolves to the bytes that went out. */
export async function sendFile(
  deps: Deps,
  blobs: BlobStore,
  file: Sendable,
  request: FastifyRequest,
  reply: FastifyReply,
  how: { readonly download: boolean; readonly crossOrigin: boolean },
): Promise<number> {
  const validators = { etag: `"${file.sha256.slice(0, 40)}-${file.version}"`, modified: file.modified }
  reply.headers({
    ...contentHeaders(file.name, file.mime, how.download),
    etag: validators.etag,
    'last-modified': new Date(file.modified).toUTCString(),
    'accept-ranges': 'bytes',
    // Asked again each time, so that a lost right is noticed; unchanged bytes are not sent again.
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': how.crossOrigin ? 'cross-origin' : 'same-origin',
  })
  if (isUnchanged(request.headers, validators)) {
    void reply.code(304).send()
    return 0
  }
  const wish = wishOf(
    mayContinue(request.headers['if-range'], validators) ? request.headers.range : undefined,
    file.size,
  )
  if (wish.kind === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${file.size}`)
    throw refuse('range-not-satisfiable')
  }
  const range = wish.kind === 'part' ? wish.range : { start: 0, end: file.size - 1 }
  if (wish.kind === 'part') {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  reply.header('content-length', range.end - range.start + 1)
  if (request.method === 'HEAD') {
    void reply.send()
    return 0
  }
  return stream(deps, blobs, file.blobId, range, reply)
}

/** Writes straight to the connection, a large buffer at a time, as fast as the receiver takes them. */
async function stream(
  { limits, log }: Deps,
  blobs: BlobStore,
  blobId: string,
  range: ByteRange,
  reply: FastifyReply,
): Promise<number> {
  const { raw } = reply
  const bytes = blobs.read(blobId, range)[Symbol.asyncIterator]()
  // Asked for before the status goes out: bytes that cannot be read are an error, not a broken download.
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
      // The receiver of the last byte waits for nothing that happens to the blob afterwards.
      if (isLast) break
      next = await bytes.next()
    }
    raw.end()
  } catch (error) {
    // What the connection reports of a receiver that went away may come before its end does.
    if (!(error instanceof ReceiverGone || raw.destroyed)) {
      log.error({ err: error, blob: blobId, sent }, 'a download broke off: its blob cannot be read')
    }
    // A cut connection says that the bytes are not whole.
    raw.destroy()
  } finally {
    await bytes.return?.(undefined)
  }
  return sent
}

class ReceiverGone extends Error {}

/** Until the connection has taken the buffer, which is then free for the next read. */
function written(raw: FastifyReply['raw'], bytes: Uint8Array, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => (raw.writableFinished ? resolve() : reject(new ReceiverGone()))
    raw.once('close', gone)
    const done = (error?: Error | null) => {
      raw.off('close', gone)
      if (error) reject(new ReceiverGone())
      else resolve()
    }
    if (isLast) raw.once('finish', () => done()).end(bytes)
    else raw.write(bytes, done)
  })
}
