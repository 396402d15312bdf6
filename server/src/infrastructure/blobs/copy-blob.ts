import { createHash } from 'node:crypto'
import type { BlobStore } from './blob-store.ts'

/** Copies a blob durably. Returns the SHA-256 of the copied bytes, hex. */
export async function copyBlob(
  source: Pick<BlobStore, 'read'>,
  target: Pick<BlobStore, 'removeUnfinished' | 'begin' | 'writeAt' | 'complete' | 'release'>,
  id: string,
  size: number,
): Promise<string> {
  const hash = createHash('sha256')
  async function* batches() {
    for await (const chunk of source.read(id, { start: 0, end: size - 1 })) {
      hash.update(chunk)
      // The source reads the next chunk into the same memory while this one is still being written.
      yield [Buffer.from(chunk)]
    }
  }
  await target.removeUnfinished(id)
  try {
    await target.begin(id)
    await target.writeAt(id, 0, batches(), size)
    await target.complete(id, size)
  } finally {
    await target.release(id)
  }
  return hash.digest('hex')
}
