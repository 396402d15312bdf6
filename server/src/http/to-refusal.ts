import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { StorageError } from '../infrastructure/blobs/storage-error.ts'
import { isDbError } from '../infrastructure/db/errors.ts'
import { isDiskFull } from '../infrastructure/db/is-disk-full.ts'
import { Refusal, refuse } from '../infrastructure/errors/refusal.ts'

/** Error codes of reading from, or writing to, a closed connection. */
const disconnects: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** Converts anything thrown to one of the table's codes. Of an unexpected error the client gets an id that is in the log, and nothing else. */
export function toRefusal(error: unknown, log: FastifyBaseLogger, isDisconnected: boolean): Refusal {
  const code = codeOf(error)
  if (isDisconnected && (error instanceof Refusal || disconnects.has(code as string))) {
    log.info({ code }, 'the client disconnected')
    return refuse('malformed-request')
  }
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return logged(refuse('disk-full'), error, log)
  if (isDbError(error)) {
    if (error.code === 'timeout') return logged(refuse('busy', { retryAfter: 30 }), error, log)
    if (error.code === 'busy' || error.code === 'serialization' || error.code === 'connection') {
      return logged(refuse('busy', { retryAfter: 2 }), error, log)
    }
  }
  if (error instanceof StorageError && error.reason === 'unavailable') {
    return logged(refuse('busy', { retryAfter: 5 }), error, log)
  }
  if (typeof code === 'string' && code.startsWith('FST_')) {
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code.endsWith('_LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE') {
      return refuse('too-large')
    }
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('unsupported-media-type')
    const status = (error as { statusCode?: number }).statusCode ?? 500
    if (status >= 400 && status < 500) return refuse('malformed-request')
  }
  const errorId = randomUUID()
  log.error({ err: error, error_id: errorId }, 'unexpected error')
  return refuse('internal', { errorId })
}

function logged(refusal: Refusal, cause: unknown, log: FastifyBaseLogger): Refusal {
  log.warn({ err: cause, code: refusal.code }, 'call refused')
  return refusal
}
