import { type ErrorBody, type ErrorCode, errorStatus } from '@holdall/api'

/** An answer that is not a success, as a handler returns it. */
export class Refusal {
  readonly status: number
  readonly body: ErrorBody

  constructor(code: ErrorCode, extra: Partial<Omit<ErrorBody, 'code'>>) {
    this.status = errorStatus[code]
    this.body = { message: `The server answers ${code}.`, ...extra, code }
  }
}

/** `refuse('not-found')`, `refuse('validation', {errors: {email: ['Taken.']}})`: what a handler returns to fail a call. */
export function refuse(code: ErrorCode, extra: Partial<Omit<ErrorBody, 'code'>> = {}): Refusal {
  return new Refusal(code, extra)
}
