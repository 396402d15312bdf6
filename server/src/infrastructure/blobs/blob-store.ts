/** Inclusive, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What a store that answers a browser itself says about a blob. */
export interface AnswerHeaders {
  readonly 'content-type': string
  readonly 'content-disposition': string
}

/** Long enough for a browser to follow a redirect. A transfer that has begun goes on. */
export const DIRECT_ADDRESS_SECONDS = 60

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
   * not commit. `sizeBytes`: how many the whole blob will have, or at most has, where that is known; the same in each call for a blob.
   */
  writeAt(
    id: string,
    offset: number,
    bytes: AsyncIterable<readonly Uint8Array[]>,
    sizeBytes?: number | null,
  ): Promise<number>
  /** Stores what was written so far where it outlasts this process, and other processes find it. */
  keep(id: string): Promise<void>
  /** Frees what `writeAt` holds for `keep` or `complete`, when neither follows. After them it does nothing. */
  release(id: string): Promise<void>
  /** Cuts an unfinished blob to `size`. Nothing may be writing to it. */
  truncate(id: string, size: number): Promise<void>
  /**
   * Starts to make durable what was written so far, so that `complete` takes less time. Returns at once; when the disk
   * fails, the blob has not survived.
   */
  flush(id: string): void
  /**
   * Whether the first `offset` bytes of an unfinished blob certainly still exist. Only `complete` waits until they are durable, so that
   * a large upload does not wait for the disk at every chunk: after a power cut, or when the disk failed to take a part
   * of it, it starts again.
   */
  survived(id: string, offset: number, sizeBytes?: number | null): Promise<boolean>
  /** Cuts to `size`, makes it durable and readable. Repeating it is harmless. */
  complete(id: string, size: number): Promise<void>
  /** A yielded buffer holds its bytes only until the next one is requested. Leaving the loop frees what was open. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /**
   * Calls `read` with the path of a file that holds a complete blob, for programs that read files; it must not be changed.
   * A store that keeps no files brings a copy, which it removes afterwards, or `too-large` where it does not.
   */
  withFile<T>(id: string, sizeBytes: number, read: (path: string) => Promise<T>): Promise<T | 'too-large'>
  /**
   * Reads whole blobs into shared memory, each where those before it end by their sizes. Resolves to null for each, or to
   * the reason why it could not be read. Faster than `read` for many small ones.
   */
  readSmall(
    blobs: readonly { readonly id: string; readonly size: number }[],
    memory: Uint8Array,
  ): Promise<readonly (string | null)[]>
  /**
   * An address at which a browser gets a complete blob from the store itself, with these headers in the answer. It is valid
   * for `DIRECT_ADDRESS_SECONDS`. Null where all bytes go through this server.
   */
  directAddress(id: string, headers: AnswerHeaders): Promise<string | null>
  /** Removes a blob, finished or not; one that is not there is no error. */
  delete(id: string): Promise<void>
  /** Null unless the blob is complete. */
  stat(id: string): Promise<{ readonly size: number } | null>
  /**
   * Every blob and when it was last written, finished or not, for the sweep that looks for orphans. What is left of writing
   * one is listed on its own, as `isUnfinished`.
   */
  list(): AsyncIterable<{ readonly id: string; readonly touchedAt: number; readonly isUnfinished: boolean }>
  /** Removes what is left of writing a blob, and keeps the blob. Nothing may be writing to it. */
  removeUnfinished(id: string): Promise<void>
  /** The id that `setIdentity` has written into this store; null where it has none. */
  identity(): Promise<string | null>
  setIdentity(id: string): Promise<void>
  /** Throws a `StorageError` where the store cannot be used. */
  check(): Promise<void>
  /** Ends what runs in the background. */
  close(): void
}
