import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { BlockPool } from './block-pool.ts'
import { SNIFF_BYTES } from '../../infrastructure/file-types/detect-file-type.ts'
import type { StreamHash, StreamHashes } from './stream-hash.ts'

/** SHA-256 of the acknowledged bytes of an upload, for as long as this process received all of them. */
export interface KeptHash {
  readonly hash: StreamHash
  readonly offset: number
}

interface Chunk {
  readonly blobId: string
  readonly offset: number
  readonly checksum: string | undefined
  /** How many bytes the file will have, where the client announced it. */
  readonly sizeBytes: number | null
  /** An estimate of it, for the hash. */
  readonly expectedBytes: number | undefined
  /** Most bytes that the chunk may have. */
  readonly room: number
  readonly keptHash: KeptHash | undefined
  /** Called before `total` bytes of the chunk are written, the first time with its first bytes. */
  readonly before: (total: number, head: Uint8Array | undefined) => Promise<void>
}

export interface Written {
  readonly length: number
  /**
   * Of the file up to the end of this chunk; undefined when another process received earlier bytes. The caller frees
   * it.
   */
  readonly whole: StreamHash | undefined
}

interface Deps {
  readonly blobs: BlobStore
  readonly hashes: StreamHashes
  readonly pool: BlockPool
}

/** One is being written, one waits to be written, one is being filled. */
const BLOCKS = 3

/**
 * Writes a chunk after the acknowledged bytes and hashes it at the same time, on another thread.
 * Nothing is acknowledged here: until the offset advances, the next attempt overwrites it.
 */
export async function writeChunk(
  { blobs, hashes, pool }: Deps,
  source: AsyncIterable<readonly Uint8Array[]>,
  chunk: Chunk,
): Promise<Written> {
  const { keptHash } = chunk
  const known = keptHash?.offset === chunk.offset ? keptHash.hash.copy() : undefined
  const whole = chunk.offset === 0 ? hashes.create(chunk.expectedBytes) : known
  // At the start of a file the hash of the file is also that of the chunk.
  const part = chunk.checksum === undefined || chunk.offset === 0 ? undefined : hashes.create(chunk.expectedBytes)

  const ring: { readonly bytes: Uint8Array; hashed: Promise<unknown> }[] = []
  let next = 0

  async function emptyBlock() {
    const at = next++ % BLOCKS
    const block = (ring[at] ??= { bytes: pool.take(), hashed: Promise.resolve() })
    await block.hashed
    return block
  }

  /** Starts to hash what the block was filled with. */
  function hashedBlock(block: (typeof ring)[number], filled: number): readonly Uint8Array[] {
    const bytes = block.bytes.subarray(0, filled)
    // It is awaited before the block is filled again. Where it fails, there is no digest either.
    block.hashed = Promise.allSettled([whole?.update(bytes), part?.update(bytes)])
    return [bytes]
  }

  async function* blocks(): AsyncGenerator<readonly Uint8Array[]> {
    let total = 0
    for await (const batch of source) {
      const head = total === 0 ? Buffer.concat(batch, SNIFF_BYTES) : undefined
      for (const { length } of batch) total += length
      if (total > chunk.room) throw refuse('upload-conflict', { message: 'There are more bytes than the upload has.' })
      await chunk.before(total, head?.subarray(0, total))
      let block = await emptyBlock()
      let filled = 0
      for (const bytes of batch) {
        for (let at = 0; at < bytes.length;) {
          if (filled === block.bytes.length) {
            yield hashedBlock(block, filled)
            block = await emptyBlock()
            filled = 0
          }
          const some = bytes.subarray(at, at + block.bytes.length - filled)
          block.bytes.set(some, filled)
          filled += some.length
          at += some.length
        }
      }
      yield hashedBlock(block, filled)
    }
  }

  /** Until it is hashed, a block must not be filled for another chunk. */
  async function release() {
    await Promise.all(ring.map((block) => block.hashed))
    for (const { bytes } of ring) pool.giveBack(bytes)
  }

  try {
    const length = await blobs.writeAt(chunk.blobId, chunk.offset, blocks(), chunk.sizeBytes)
    if (chunk.checksum !== undefined && (await (part ?? whole)?.digest()) !== chunk.checksum) {
      throw refuse('checksum-mismatch')
    }
    return { length, whole }
  } catch (error) {
    whole?.free()
    throw error
  } finally {
    part?.free()
    // Not awaited: only a checksum and the end of the file need the hash.
    void release()
  }
}
