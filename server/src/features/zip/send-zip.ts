import type { FastifyReply, FastifyRequest } from 'fastify'
import { watchReader } from '../../http/slow-peers.ts'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { contentHeaders } from '../content/content-headers.ts'
import { ConnectionClosed, written } from '../content/send-file.ts'
import { zipStream } from './zip-format.ts'
import { itemsOf, type MissingNote } from './zip-items.ts'
import type { PlacedRow } from './zip-walk.ts'

type Deps = Pick<Infrastructure, 'limits' | 'log'> & { readonly blobs: BlobStore }

/**
 * Answers with a zip of these entries, as it is made; resolves to the number of bytes sent. A file that cannot be opened
 * is left out, and named in a text at the end. When one cannot be read further, the connection is closed, so that the
 * download fails.
 */
export async function sendZip(
  { blobs, limits, log }: Deps,
  name: string,
  groups: AsyncIterable<readonly PlacedRow[]>,
  note: MissingNote,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  reply.headers({
    ...contentHeaders(name, 'application/zip', true),
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  if (request.method === 'HEAD') {
    void reply.send()
    return 0
  }
  const { raw } = reply
  const bytes = zipStream(itemsOf(blobs, log, groups, note))
  let sent = 0
  try {
    // The first entries are read before the status is sent, so that a database that is away gives an error response.
    let next = await bytes.next()
    reply.hijack()
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    watchReader(raw, limits, log)
    while (!next.done && !raw.destroyed) {
      await written(raw, next.value, false)
      sent += next.value.length
      next = await bytes.next()
    }
    raw.end()
  } catch (error) {
    if (!raw.headersSent) throw error
    // A write to a connection that the receiver closed may fail before the connection is known to be closed.
    if (!(error instanceof ConnectionClosed || raw.destroyed)) log.error({ err: error, sent }, 'a zip was aborted')
    raw.destroy()
  } finally {
    await bytes.return(undefined)
  }
  return sent
}
