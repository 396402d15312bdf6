import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@holdall/api'
import type { Log } from '../log.ts'
import { refuse } from './refusal.ts'

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/** Answers what is no HTTP, which reaches no route, with the body that every other refusal has. */
export function answerParserError(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: ServerResponse | null },
  headers: Readonly<Record<string, string>>,
  log: Log,
): void {
  log.debug({ err: error }, 'a connection sent what is no HTTP')
  // In the middle of another response there is no place for one more.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = refuse(codes[error.code ?? ''] ?? 'malformed-request')
  const body = JSON.stringify(refusal.body)
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}
