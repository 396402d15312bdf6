/**
 * Why the bytes of a file could not be read or shown: no answer, an address that is not valid (any more), a reader who may
 * not read it now, content that is not what its type says, or more than a viewer shows.
 */
export type FailureReason = 'network' | 'refused' | 'forbidden' | 'unreadable' | 'too-large'

export class ReadFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason) {
    super(reason)
    this.reason = reason
  }
}

/** The failure that an exception stands for; anything but a `ReadFailure` is content that cannot be read. */
export const toReadFailure = (error: unknown): ReadFailure =>
  error instanceof ReadFailure ? error : new ReadFailure('unreadable')
