import { type ErrorBody, type ErrorCode, errorStatus } from '@holdall/api'

/** An error answer of a handler. */
export class Refusal {
  readonly status: number
  readonly body: ErrorBody

  constructor(code: ErrorCode, extra: Partial<Omit<ErrorBody, 'code'>>) {
    this.status = errorStatus[code]
    this.body = { message: `The server answers ${code}.`, ...extra, code }
  }
}

/**
 * What a handler returns to fail a call. The HTTP status follows from the code.
 *
 * @example
 * server.on(signUp, () => refuse('validation', { errors: { email: ['Taken.'] } }))
 */
export function refuse(code: ErrorCode, extra: Partial<Omit<ErrorBody, 'code'>> = {}): Refusal {
  return new Refusal(code, extra)
}
