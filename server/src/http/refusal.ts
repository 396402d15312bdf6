import { type ErrorBody, type ErrorCode, errorStatus } from '@holdall/api'

interface Details {
  readonly message?: string
  /** Field -> sentences; with `validation` only. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** Bytes; with `wrong-offset`. */
  readonly offset?: number
  /** Seconds; with `throttled` and `busy`. */
  readonly retryAfter?: number
  readonly errorId?: string
}

/** An answer that is not a success, thrown from anywhere below a route: `throw refuse('not-found')`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: Details
  /** A secret was offered and it was wrong: it counts against whoever tries. */
  readonly wrongSecret: boolean
  constructor(code: ErrorCode, details: Details, wrongSecret: boolean) {
    super(details.message ?? sentences[code])
    this.code = code
    this.details = details
    this.wrongSecret = wrongSecret
  }

  get status(): number {
    return errorStatus[this.code]
  }

  get body(): ErrorBody {
    const { errors, offset, retryAfter, errorId } = this.details
    return {
      message: this.message,
      code: this.code,
      ...(errors && { errors: Object.fromEntries(Object.entries(errors).map(([k, v]) => [k, [...v]])) }),
      ...(offset !== undefined && { offset }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      ...(errorId !== undefined && { error_id: errorId }),
    }
  }
}

export const refuse = (code: ErrorCode, details: Details = {}): Refusal => new Refusal(code, details, false)
/** As `refuse`, for a wrong password, token, key or signature. */
export const refuseSecret = (code: ErrorCode, details: Details = {}): Refusal => new Refusal(code, details, true)

const sentences: Readonly<Record<ErrorCode, string>> = {
  unauthenticated: 'Sign in to continue.',
  'bad-credentials': 'Wrong e-mail or password. Try again.',
  'not-verified': 'Confirm your e-mail first.',
  forbidden: 'You don’t have permission to do this.',
  'cross-site': 'This request came from another site.',
  'registration-closed': 'Sign-up is turned off.',
  'not-found': 'This doesn’t exist or was deleted.',
  'method-not-allowed': 'This address doesn’t support this method.',
  'wrong-offset': 'The upload continues at another offset.',
  'checksum-mismatch': 'The chunk was damaged during upload.',
  'upload-conflict': 'This upload was started with other details.',
  conflict: 'It was changed in the meantime. Reload and try again.',
  'share-locked': 'This link needs a password.',
  'share-expired': 'This link has expired.',
  'share-revoked': 'This link was turned off.',
  'link-expired': 'This link has expired.',
  'too-large': 'This is too large.',
  'unsupported-media-type': 'This content type isn’t supported.',
  'range-not-satisfiable': 'The file has no such range.',
  validation: 'Check the highlighted fields.',
  'bad-name': 'This name isn’t allowed.',
  'empty-file': 'An empty file can’t be uploaded.',
  'blocked-type': 'This file type isn’t allowed.',
  'move-into-itself': 'A folder can’t be moved into itself.',
  'too-deep': 'Folders can’t be nested that deep.',
  'already-shared': 'This item already has a link.',
  'malformed-request': 'The request could not be read.',
  'quota-exceeded': 'The storage is full.',
  'request-timeout': 'The request took too long to arrive.',
  'headers-too-large': 'The headers of the request are too large.',
  throttled: 'Too many attempts. Try again later.',
  internal: 'Something went wrong.',
  busy: 'The server is busy. Try again in a moment.',
  'disk-full': 'The server’s disk is full.',
}
