import { createHash } from 'node:crypto'
import type { BlobStore } from './blob-store.ts'
import { newBlobId } from './local-blob-store.ts'

/**
 * Stores a small image that Holdall has made, and returns the row of its blob. Until that is committed the blob is an
 * orphan, which `removeOrphans` deletes a day later.
 */
export async function storeBytes(blobs: BlobStore, bytes: Uint8Array, nowMs: number) {
  const id = newBlobId()
  try {
    await blobs.begin(id)
    await blobs.writeAt(
      id,
      0,
      (async function* () {
        yield [bytes]
      })(),
      bytes.length,
    )
    await blobs.complete(id, bytes.length)
  } catch (error) {
    await blobs.delete(id).catch(() => undefined)
    throw error
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { id, size: bytes.length, sha256, created_at: nowMs, thumbnail_state: 'none' as const }
}
