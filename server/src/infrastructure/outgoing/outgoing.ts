import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { second } from '../clock.ts'
import { isAllowedDestination } from './allowed-destination.ts'
import { type OutgoingAllow, plainHost } from './outgoing-allow.ts'
import { lookupOf } from './pinned-lookup.ts'
import { resolveHost, type ResolveHost } from './resolve-host.ts'

/** `unreachable` also stands for addresses that are refused: the difference would tell what is behind a firewall. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly code: 'unreachable' | 'too-many-redirects'
  constructor(code: OutgoingError['code'], cause?: unknown) {
    super(`outgoing request: ${code}`, { cause })
    this.code = code
  }
}

export interface OutgoingResponse {
  /** The address that answered, after redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** As it was sent: compressed bodies are not decoded. */
  readonly body: IncomingMessage
  /** Closes the connection. To be called at the end, however that is reached. */
  close(): void
}

/** Requests of this server to addresses that others chose. */
export interface Outgoing {
  /** Resolves with the headers of the first answer that is no redirect. Throws `OutgoingError`. */
  get(address: string, signal: AbortSignal): Promise<OutgoingResponse>
  /** Sends a JSON text. Follows no redirect. Throws `OutgoingError`. */
  post(address: string, json: string, signal: AbortSignal): Promise<OutgoingResponse>
  /** With a method, headers and a body. Follows no redirect. Throws `OutgoingError`. */
  request(address: string, message: OutgoingMessage, signal: AbortSignal): Promise<OutgoingResponse>
}

export interface OutgoingMessage {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface OutgoingOptions {
  /** Besides public addresses. */
  readonly allow?: OutgoingAllow
  readonly resolve?: ResolveHost
  /** From the lookup of a name to the end of the headers, for each redirect again. */
  readonly headersMs?: number
}

const MAX_REDIRECTS = 3
const MAX_ADDRESSES = 32
const HEADERS_MS = 30 * second
const MAX_HEADER_BYTES = 16 * 1024
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The guard of outgoing requests. Names are resolved once for each request, every answer is checked, and the connection
 * is made to the checked addresses only, so that a name cannot lead elsewhere between the two.
 */
export function createOutgoing(options: OutgoingOptions = {}): Outgoing {
  const { allow = [], resolve = resolveHost, headersMs = HEADERS_MS } = options

  /** The addresses to connect to. Throws where one of them is refused. */
  async function checkedAddresses(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    const hostname = plainHost(url.hostname)
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    const addresses = isIP(hostname) ? [hostname] : await resolve(hostname, signal)
    const isAllowed = (address: string) => isAllowedDestination(allow, { hostname, port, address })
    if (addresses.length === 0 || addresses.length > MAX_ADDRESSES || !addresses.every(isAllowed)) {
      throw new OutgoingError('unreachable')
    }
    return addresses
  }

  async function open(url: URL, outer: AbortSignal, message?: OutgoingMessage): Promise<IncomingMessage> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), headersMs)
    const signal = AbortSignal.any([outer, timeout.signal])
    try {
      const addresses = await untilAborted(checkedAddresses(url, signal), signal)
      return await requestHeaders(url, addresses, signal, message)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get: (address, signal) =>
      asOutgoingError(signal, async () => {
        let url = checkedUrl(address)
        for (let followed = 0; ; followed++) {
          const response = await open(url, signal)
          const { location } = response.headers
          if (!redirects.has(response.statusCode ?? 0) || location === undefined) return answered(url, response)
          response.destroy()
          if (followed === MAX_REDIRECTS) throw new OutgoingError('too-many-redirects')
          url = checkedUrl(location, url)
        }
      }),

    post: (address, json, signal) =>
      asOutgoingError(signal, async () => {
        const url = checkedUrl(address)
        const headers = { 'content-type': 'application/json' }
        return answered(url, await open(url, signal, { method: 'POST', headers, body: json }))
      }),

    request: (address, message, signal) =>
      asOutgoingError(signal, async () => {
        const url = checkedUrl(address)
        return answered(url, await open(url, signal, message))
      }),
  }
}

const answered = (url: URL, response: IncomingMessage): OutgoingResponse => ({
  url,
  status: response.statusCode ?? 0,
  headers: response.headers,
  body: response,
  close: () => response.destroy(),
})

async function asOutgoingError<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof OutgoingError ? error : new OutgoingError('unreachable', error)
  }
}

function checkedUrl(address: string, from?: URL): URL {
  const url = new URL(address, from)
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && from?.protocol !== 'https:')
  if (!isWeb || url.username !== '' || url.password !== '') throw new OutgoingError('unreachable')
  url.hash = ''
  return url
}

/** Connects to `addresses` only, and resolves with the headers. The caller destroys the response. */
function requestHeaders(
  url: URL,
  addresses: readonly string[],
  signal: AbortSignal,
  { method, headers, body }: OutgoingMessage = { method: 'GET', headers: {} },
): Promise<IncomingMessage> {
  const { request, Agent } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    // An agent of its own: no connection is used twice, and no proxy of the environment is asked.
    const agent = new Agent({ keepAlive: false })
    const sent = request(url, {
      agent,
      lookup: lookupOf(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      rejectUnauthorized: true,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Holdall',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      method,
    })
    const abort = () => sent.destroy(new Error('The request was aborted.'))
    signal.addEventListener('abort', abort, { once: true })
    // The listener for errors stays: a connection may break at any time.
    sent.on('error', reject)
    sent.on('close', () => reject(new Error('The connection was closed.')))
    sent.on('response', (response) => {
      signal.removeEventListener('abort', abort)
      response.on('error', () => undefined)
      resolve(response)
    })
    sent.end(body)
    if (signal.aborted) abort()
  })
}

/** Rejects at once when the signal is aborted, whatever the work does. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('The request was aborted.'))
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
  })
}
