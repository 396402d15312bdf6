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
  unauthenticated: 'Sign in first.',
  'bad-credentials': 'That is not right. Check what you entered and try again.',
  'not-verified': 'Confirm your e-mail address first.',
  forbidden: 'You may not do this.',
  'cross-site': 'This request came from another site.',
  'registration-closed': 'Sign-up is closed.',
  'not-found': 'There is nothing here.',
  'method-not-allowed': 'This address does not answer this method.',
  'wrong-offset': 'The upload goes on from another offset.',
  'checksum-mismatch': 'The chunk arrived damaged.',
  'upload-conflict': 'This upload was begun with other details.',
  conflict: 'Somebody else was first.',
  'share-locked': 'This link asks for a password.',
  'share-expired': 'This link has expired.',
  'link-expired': 'This link has expired.',
  'too-large': 'That is too large.',
  'unsupported-media-type': 'This kind of body is not understood.',
  'range-not-satisfiable': 'The file has no such range.',
  validation: 'Some fields need another look.',
  'bad-name': 'This name cannot be used.',
  'empty-file': 'An empty file can’t be uploaded.',
  'blocked-type': 'Files of this type are not allowed.',
  'move-into-itself': 'A folder cannot be moved into itself.',
  'too-deep': 'Folders can’t be nested that deep.',
  'already-shared': 'This is shared already.',
  'malformed-request': 'The request could not be read.',
  'quota-exceeded': 'The storage is full.',
  'request-timeout': 'The request took too long to arrive.',
  'headers-too-large': 'The headers of the request are too large.',
  throttled: 'Too many attempts. Wait a little.',
  internal: 'Something went wrong on our side.',
  busy: 'The server is busy. Try again in a moment.',
  'disk-full': 'The server’s disk is full.',
}
