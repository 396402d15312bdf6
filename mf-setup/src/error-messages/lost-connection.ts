/** The server did not answer within the limit. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'
}

/** The connection was lost while a finished step was saved again: whether it was is not known. */
export class ResultUnknown extends Error {
  override readonly name = 'ResultUnknown'
}
