/** Inclusive, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Bytes under random keys. Names and owners are in the database only.
 * A blob is written in any number of pieces, becomes whole with `complete`, and never changes after that.
 */
export interface BlobStore {
  /** Prepares a new blob. Repeating it is harmless. */
  begin(id: string): Promise<void>
  /**
   * Writes a piece and returns how many bytes it had. It comes in batches of buffers, each unchanged until the next but
   * one is requested. Writing again at the same offset replaces the bytes, also after a `complete` that the database did
   * not commit.
   */
  writeAt(id: string, offset: number, bytes: AsyncIterable<readonly Uint8Array[]>): Promise<number>
  /** Cuts an unfinished blob to `size`. Nothing may be writing to it. */
  truncate(id: string, size: number): Promise<void>
  /**
   * Starts to make durable what was written so far, so that `complete` takes less time. Returns at once; when the disk
   * fails, the blob has not survived.
   */
  flush(id: string): void
  /**
   * Whether the pieces of an unfinished blob certainly still exist. Only `complete` waits until they are durable, so that
   * a large upload does not wait for the disk at every chunk: after a power cut, or when the disk failed to take a part
   * of it, it starts again.
   */
  survived(id: string): Promise<boolean>
  /** Cuts to `size`, makes it durable and readable. Repeating it is harmless. */
  complete(id: string, size: number): Promise<void>
  /** A yielded buffer holds its bytes only until the next one is requested. Leaving the loop frees what was open. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /**
   * Calls `read` with the path of a file that holds a complete blob, for programs that read files; it must not be changed.
   * A store that keeps no files brings a copy, which it removes afterwards.
   */
  withFile<T>(id: string, read: (path: string) => Promise<T>): Promise<T>
  /**
   * Reads whole blobs into shared memory, each where those before it end by their sizes. Resolves to null for each, or to
   * the reason why it could not be read. Faster than `read` for many small ones.
   */
  readSmall(
    blobs: readonly { readonly id: string; readonly size: number }[],
    memory: Uint8Array,
  ): Promise<readonly (string | null)[]>
  /** Removes a blob, finished or not; one that is not there is no error. */
  delete(id: string): Promise<void>
  /** Null unless the blob is complete. */
  stat(id: string): Promise<{ readonly size: number } | null>
  /** Every blob and when it was last written, finished or not, for the sweep that looks for orphans. */
  list(): AsyncIterable<{ readonly id: string; readonly touchedAt: number }>
  /** Ends what runs in the background. */
  close(): void
}
