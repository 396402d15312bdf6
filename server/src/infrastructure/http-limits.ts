import { second } from './clock.ts'

/** Most bytes of an answer that lists something. Answers are made in memory, and stay there until they are read. */
export const MAX_ANSWER_BYTES = 1_000_000

/** How long the server waits for a slow peer, and how much it keeps for it. */
export interface HttpLimits {
  /** From the start of a request to the end of its headers. */
  readonly headersMs: number
  /** All of a body that is no upload. */
  readonly fieldsMs: number
  /** Every window of this length has to bring `uploadMinBytes`, unless the server itself is behind. */
  readonly uploadWindowMs: number
  readonly uploadMinBytes: number
  /** A response that was not read for this long is ended. */
  readonly readerIdleMs: number
  /** Bytes of the lists in the answer to a change of entries, by which a client undoes it. */
  readonly undoBytes: number
  /** Bytes of answers in memory that the connections of one address have not taken yet. */
  readonly unreadBytesPerAddress: number
  /** The same of all addresses. */
  readonly unreadBytes: number
  /** While a file or a zip is sent to somebody else than its owner, how often it is asked whether that is still allowed. */
  readonly accessCheckMs: number
}

export const defaultLimits: HttpLimits = {
  headersMs: 15 * second,
  fieldsMs: 20 * second,
  uploadWindowMs: 30 * second,
  uploadMinBytes: 30 * 1024,
  readerIdleMs: 60 * second,
  undoBytes: MAX_ANSWER_BYTES - 1000,
  unreadBytesPerAddress: 16 * 1024 ** 2,
  unreadBytes: 256 * 1024 ** 2,
  accessCheckMs: 10 * second,
}
