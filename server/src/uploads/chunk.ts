import { createHash, type Hash } from 'node:crypto'
import type { BlobStore } from '../blobs/store.ts'
import { refuse } from '../http/refusal.ts'

/** SHA-256 over the acknowledged bytes of an upload, for as long as they all went past this process. */
export interface Seen {
  readonly hash: Hash
  readonly offset: number
}

interface Chunk {
  readonly blobId: string
  readonly offset: number
  readonly checksum: string | undefined
  /** Most bytes it may have. */
  readonly room: number
  readonly seen: Seen | undefined
  /** Called before `total` bytes of the chunk are written, the first time with its first bytes. */
  readonly before: (total: number, head: Uint8Array | undefined) => Promise<void>
}

export interface Written {
  readonly length: number
  /** Over the file up to the end of this chunk; undefined when earlier bytes went past another process. */
  readonly whole: Hash | undefined
}

/**
 * Writes a chunk behind the acknowledged bytes and hashes it on the way, where its bytes are in the processor's cache.
 * Nothing is acknowledged here: until the offset moves on, the next attempt writes over it.
 */
export async function writeChunk(
  blobs: BlobStore,
  source: AsyncIterable<readonly Uint8Array[]>,
  chunk: Chunk,
): Promise<Written> {
  const { seen } = chunk
  const known = seen?.offset === chunk.offset ? seen.hash.copy() : undefined
  const whole = chunk.offset === 0 ? createHash('sha256') : known
  // At the start of a file the chunk is all there is: one hash serves both.
  const part = chunk.checksum === undefined || chunk.offset === 0 ? undefined : createHash('sha256')
  let total = 0
  async function* checked(): AsyncGenerator<readonly Uint8Array[]> {
    for await (const batch of source) {
      const head = total === 0 ? Buffer.concat(batch) : undefined
      for (const bytes of batch) total += bytes.length
      if (total > chunk.room) throw refuse('upload-conflict', { message: 'There are more bytes than the upload has.' })
      await chunk.before(total, head)
      for (const bytes of batch) {
        whole?.update(bytes)
        part?.update(bytes)
      }
      yield batch
    }
  }
  const length = await blobs.writeAt(chunk.blobId, chunk.offset, checked())
  if (chunk.checksum !== undefined && (part ?? whole?.copy())?.digest('hex') !== chunk.checksum) {
    throw refuse('checksum-mismatch')
  }
  return { length, whole }
}
