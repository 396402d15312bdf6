import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@holdall/api'
import type { Log } from '../infrastructure/log.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/** How long the client may read the response, while the rest of what it sends is dropped. */
const LINGER_MS = 1000
const answered = new WeakSet<Socket>()

/** Answers invalid HTTP, which reaches no route, with a body like that of every other refusal. */
export function answerParserError(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket & { _httpMessage?: ServerResponse | null },
  headers: Readonly<Record<string, string>>,
  log: Log,
): void {
  // Further packets are invalid too. Closing now would reset the connection before the client has read the response.
  if (answered.has(socket) && error.code !== 'ECONNRESET') return
  log.debug({ err: error }, 'a connection sent invalid HTTP')
  // In the middle of another response no further one can be sent.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = refuse(codes[error.code ?? ''] ?? 'malformed-request')
  const body = JSON.stringify(refusal.bodyIn(null))
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  answered.add(socket)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  const start = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('\r\n')}\r\n\r\n`
  // To a client that sent HEAD a body is the start of the next response, which it cannot read.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(isHead ? start : start + body)
}
