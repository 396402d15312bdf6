import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { BlobStore, ByteRange } from '../../infrastructure/blobs/blob-store.ts'
import { contentHeaders } from './content-headers.ts'
import { rangeOf } from './content-range.ts'
import { refuseChanged } from './content-state.ts'
import type { Sendable } from './send-file.ts'

interface DirectDownload {
  readonly reader: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Called before the redirect with the range that is requested. May refuse. */
  readonly begin: (range: ByteRange) => Promise<unknown>
}

/**
 * Redirects a download to the store, where the operator lets browsers reach it. Resolves to the bytes that it will send,
 * or to null where they go through this server: of a link that counts its downloads too, because whoever has the address
 * can use it more than once.
 */
export async function sendFromStore(
  blobs: BlobStore,
  file: Sendable,
  { reader, request, reply, begin }: DirectDownload,
): Promise<number | null> {
  const { blobId, size, name, mime } = file
  if (request.method !== 'GET' || size === 0) return null
  if (reader.kind === 'visitor' && reader.downloadsLeft !== null) return null
  const range = rangeOf(request.headers.range, size)
  if (range === 'unsatisfiable') return null
  const headers = contentHeaders(name, mime, true)
  const address = await blobs.directAddress(blobId, {
    'content-type': headers['content-type']!,
    'content-disposition': headers['content-disposition']!,
  })
  if (address === null) return null
  refuseChanged(request, file)
  const requested = range ?? { start: 0, end: size - 1 }
  await begin(requested)
  // The address is of this reader, and valid for a moment.
  void reply.code(302).header('location', address).header('cache-control', 'private, no-store').send()
  return requested.end - requested.start + 1
}
