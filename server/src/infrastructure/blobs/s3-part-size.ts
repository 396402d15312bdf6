import { StorageError } from './storage-error.ts'

const MiB = 1024 * 1024
/** As large as the chunks of browsers, so that one of them is one part. S3 takes no part below 5 MiB but the last. */
const MIN_PART_BYTES = 8 * MiB
/** The limit of S3 is 10,000. */
const MAX_PARTS = 10_000
const MAX_PART_BYTES = 5 * 1024 * MiB

/**
 * The size of all parts but the last: Cloudflare R2 takes no others. It follows from the size of the blob alone, so that
 * every process cuts an upload in the same way. Without a size there is room for 84 GB.
 */
export function partBytesOf(sizeBytes: number | null): number {
  const needed = Math.ceil((sizeBytes ?? 0) / MAX_PARTS / MiB) * MiB
  if (needed > MAX_PART_BYTES) throw new StorageError('too-large', 'S3 does not store blobs of this size.')
  return Math.max(MIN_PART_BYTES, needed)
}

/** Throws where a blob has more parts than S3 takes: one whose size was not known at its beginning. */
export function refusePart(number: number): void {
  if (number <= MAX_PARTS) return
  throw new StorageError('too-large', 'A blob whose size was not announced has more parts than S3 takes.')
}
