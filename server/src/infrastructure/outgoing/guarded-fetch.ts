import { second } from '../clock.ts'
import { isLoopback } from './loopback.ts'
import { type Outgoing, OutgoingError, type OutgoingMessage, type OutgoingResponse } from './outgoing.ts'

export const REQUEST_MS = 10 * second
const MAX_BODY_BYTES = 256 * 1024

/** The part of `fetch` that calls to configured services need. */
export type GuardedFetch = (
  url: string,
  options: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  },
) => Promise<Response>

/** `fetch` through the guard of outgoing requests, with limits of time and size. Follows no redirect. */
export function guardedFetch(outgoing: Pick<Outgoing, 'request'>): GuardedFetch {
  return async (url, { method, headers, body }) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:' && !isLoopback(hostname))
      throw new TypeError('Configured services answer over https only.')
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined
    const signal = AbortSignal.timeout(REQUEST_MS)
    const message: OutgoingMessage = {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(text !== undefined && { body: text }),
    }
    const response = await outgoing.request(url, message, signal)
    try {
      return new Response(await readBody(response, signal), { status: response.status, headers: plain(response) })
    } finally {
      response.close()
    }
  }
}

/** Throws where the body is larger than 256 KiB. */
export async function readBody(
  { status, body }: OutgoingResponse,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  const abort = () => body.destroy(new OutgoingError('unreachable'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    if (signal.aborted) abort()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) throw new Error('The answer of the service is too large.')
      chunks.push(chunk)
    }
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return status === 204 || status === 205 || status === 304 ? null : Buffer.concat(chunks)
}

const plain = ({ headers }: OutgoingResponse): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
