import { ErrorBody, type ErrorCode, type NameConflict } from '@holdall/api'

/**
 * `network`: no answer came. `aborted`: the caller aborted the call. `malformed`: the answer does not match its schema.
 */
export type ClientErrorCode = ErrorCode | 'network' | 'aborted' | 'malformed'

/** The error that every failed call rejects with. Choose what to show by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ClientErrorCode
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Field -> messages for people, on `validation` and `bad-name`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The server's offset in bytes, from which to continue; on `wrong-offset`. */
  readonly offset: number | null
  /** Seconds to wait, on `throttled` and `busy`. */
  readonly retryAfter: number | null
  /** Id of the error in the server's log, on `internal`. */
  readonly errorId: string | null
  /** Items whose names are taken, on `name-conflict`: the first of `conflictsTotal`. */
  readonly conflicts: readonly NameConflict[]
  readonly conflictsTotal: number

  constructor(code: ClientErrorCode, status: number, body: Partial<ErrorBody> & { message: string }) {
    super(body.message)
    this.code = code
    this.status = status
    this.fields = body.errors ?? {}
    this.offset = body.offset ?? null
    this.retryAfter = body.retry_after ?? null
    this.errorId = body.error_id ?? null
    this.conflicts = body.conflicts ?? []
    this.conflictsTotal = body.conflicts_total ?? this.conflicts.length
  }
}

/** Whether `error` is an ApiError, and one with `code` where a code is given. */
export function isApiError(error: unknown, code?: ClientErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** The ApiError of a failed answer, by its HTTP status and body. `malformed` where the body is not an `ErrorBody`. */
export function toApiError(status: number, body: unknown): ApiError {
  const parsed = ErrorBody.safeParse(body)
  return parsed.success
    ? new ApiError(parsed.data.code as ErrorCode, status, parsed.data)
    : new ApiError('malformed', status, { message: `The server answered ${String(status)}.` })
}
