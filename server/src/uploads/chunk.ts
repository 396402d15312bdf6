import type { BlobStore } from '../blobs/store.ts'
import { refuse } from '../http/refusal.ts'
import { gather } from './gather.ts'
import type { Hashing } from './hashing.ts'

interface Chunk {
  readonly blobId: string
  readonly offset: number
  readonly checksum: string | undefined
  /** Most bytes it may have. */
  readonly room: number
  /** Called before `total` bytes of the chunk are written, and with its first bytes. */
  readonly before: (total: number, head: Uint8Array | undefined) => Promise<void>
}

export interface Written {
  readonly length: number
  /** Of the whole file up to the end of this chunk; undefined when earlier bytes went past another process. */
  readonly whole: string | undefined
}

/**
 * Writes a chunk behind the acknowledged bytes, hashing beside the disk's work. Nothing is acknowledged here: until the
 * offset moves on, the next attempt writes over it.
 */
export async function writeChunk(
  blobs: BlobStore,
  hashing: Hashing,
  hashed: ReadonlyMap<string, number>,
  source: AsyncIterable<Uint8Array>,
  chunk: Chunk,
): Promise<Written> {
  const key = chunk.blobId
  const whole = chunk.offset === 0 || hashed.get(key) === chunk.offset
  const wantsChunk = chunk.checksum !== undefined
  await hashing.ask({ op: 'begin-chunk', key, whole, chunk: wantsChunk, fresh: chunk.offset === 0 })
  let total = 0
  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const { shared, bytes } of gather(source)) {
      const head = total === 0 ? bytes : undefined
      total += bytes.length
      if (total > chunk.room) throw refuse('upload-conflict', { message: 'There are more bytes than the upload has.' })
      await chunk.before(total, head)
      const done = hashing.ask({ op: 'bytes', key, buffer: shared, length: bytes.length })
      done.catch(() => undefined)
      yield bytes
      await done
    }
  }
  const length = await blobs.writeAt(chunk.blobId, chunk.offset, checked())
  const digests = await hashing.ask({ op: 'end-chunk', key })
  if (wantsChunk && digests.chunk !== chunk.checksum) throw refuse('checksum-mismatch')
  return { length, whole: digests.whole }
}
