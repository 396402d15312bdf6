import { ErrorBody, type ErrorCode } from '@holdall/api'

/** `network`: no answer came. `aborted`: the caller gave up. `malformed`: an answer that the wire does not know. */
export type ClientErrorCode = ErrorCode | 'network' | 'aborted' | 'malformed'

/** The one error of every call. Choose what to show by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ClientErrorCode
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Sentences per field, on `validation` and `bad-name`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The server's true offset in bytes, on `wrong-offset`. */
  readonly offset: number | null
  /** Seconds to wait, on `throttled` and `busy`. */
  readonly retryAfter: number | null
  /** What to quote to the operator, on `internal`. */
  readonly errorId: string | null

  constructor(code: ClientErrorCode, status: number, body: Partial<ErrorBody> & { message: string }) {
    super(body.message)
    this.code = code
    this.status = status
    this.fields = body.errors ?? {}
    this.offset = body.offset ?? null
    this.retryAfter = body.retry_after ?? null
    this.errorId = body.error_id ?? null
  }
}

export function isApiError(error: unknown, code?: ClientErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** Makes an ApiError of an answer's status and body, whatever the body is. */
export function toApiError(status: number, body: unknown): ApiError {
  const parsed = ErrorBody.safeParse(body)
  return parsed.success
    ? new ApiError(parsed.data.code as ErrorCode, status, parsed.data)
    : new ApiError('malformed', status, { message: `The server answered ${String(status)}.` })
}
