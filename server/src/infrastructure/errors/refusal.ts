import { type ErrorBody, type ErrorCode, errorStatus, type NameConflict } from '@holdall/api'
import { type MessageId, type Text, textIn } from '../messages/text-in.ts'

interface Details {
  /** In English, for those who write clients. */
  readonly message?: string
  /** In place of the code's own text, for those who use Holdall. */
  readonly text?: MessageId
  readonly values?: Readonly<Record<string, number>>
  /** Field -> sentences in English; with `validation` only. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** Field -> text, for fields that people fill in. */
  readonly fields?: Readonly<Record<string, MessageId>>
  /** Bytes; with `wrong-offset`. */
  readonly offset?: number
  /** Seconds; with `throttled` and `busy`. */
  readonly retryAfter?: number
  readonly errorId?: string
  /** An HTML page in place of the JSON body, for addresses that are opened in a browser. */
  readonly page?: string
  /** With `name-conflict`: the first of them, and how many there are. */
  readonly conflicts?: { readonly listed: readonly NameConflict[]; readonly total: number }
}

/** An answer that is not a success, thrown from anywhere below a route: `throw refuse('not-found')`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: Details
  /** A secret was offered and it was wrong: the throttle counts it. */
  readonly wrongSecret: boolean
  constructor(code: ErrorCode, details: Details, wrongSecret: boolean) {
    super(messageOf(code, details, textIn()))
    this.code = code
    this.details = details
    this.wrongSecret = wrongSecret
  }

  get status(): number {
    return errorStatus[this.code]
  }

  /** The same refusal, answered as this HTML page. */
  asPage(page: string): Refusal {
    return new Refusal(this.code, { ...this.details, page }, this.wrongSecret)
  }

  /** In this language if there are messages in it, else in English; `null` is English. */
  bodyIn(locale: string | null): ErrorBody {
    const { errors, fields, offset, retryAfter, errorId, conflicts } = this.details
    const text = textIn(locale)
    const byField: Record<string, string[]> = {}
    for (const [field, sentences] of Object.entries(errors ?? {})) byField[field] = [...sentences]
    for (const [field, id] of Object.entries(fields ?? {})) byField[field] = [text(id)]
    return {
      message: messageOf(this.code, this.details, text),
      code: this.code,
      ...((errors ?? fields) && { errors: byField }),
      ...(offset !== undefined && { offset }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      ...(errorId !== undefined && { error_id: errorId }),
      ...(conflicts && { conflicts: [...conflicts.listed], conflicts_total: conflicts.total }),
    }
  }
}

const messageOf = (code: ErrorCode, { message, text: id = `error.${code}`, values }: Details, text: Text): string =>
  message ?? text(id, values)

export const refuse = (code: ErrorCode, details: Details = {}): Refusal => new Refusal(code, details, false)
/** Like `refuse`, for a wrong password, token, key or signature. */
export const refuseSecret = (code: ErrorCode, details: Details = {}): Refusal => new Refusal(code, details, true)
