/** Inclusive, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Bytes under random keys. Names and owners are in the database only.
 * A blob is written in any number of pieces, becomes whole by `complete`, and never changes after that.
 */
export interface BlobStore {
  /** Makes room for a new blob. Repeating it is harmless. */
  begin(id: string): Promise<void>
  /**
   * Writes a piece, which comes in batches of buffers, each untouched until the next but one is requested, and answers how many bytes it had. Writing again at the same offset replaces, also after a `complete` that the database never heard of.
   */
  writeAt(id: string, offset: number, bytes: AsyncIterable<readonly Uint8Array[]>): Promise<number>
  /** Takes off what was written behind `size` of an unfinished blob. Nobody may be writing there. */
  truncate(id: string, size: number): Promise<void>
  /**
   * Begins to make durable what was written so far, so that `complete` has less to wait for. Nobody waits for it; where
   * the disk fails, the blob has not survived.
   */
  flush(id: string): void
  /**
   * Whether the pieces of an unfinished blob are sure to be there still. They are known to be durable only after
   * `complete`, so that a large upload does not wait for the disk at every chunk: after a power cut it begins anew, and
   * after the disk failed to take a part of it.
   */
  survived(id: string): Promise<boolean>
  /** Cuts to `size`, makes it durable and readable. Repeating it is harmless. */
  complete(id: string, size: number): Promise<void>
  /** A yielded buffer holds its bytes only until the next one is requested. Leaving the loop frees what was open. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /** Removes a blob, finished or not; one that is not there is no error. */
  delete(id: string): Promise<void>
  /** Null unless the blob is complete. */
  stat(id: string): Promise<{ readonly size: number } | null>
  /** Every blob and when it was last written, finished or not, for the sweep that looks for orphans. */
  list(): AsyncIterable<{ readonly id: string; readonly touchedAt: number }>
}
