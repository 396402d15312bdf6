import { createHash } from 'node:crypto'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'

/** Durable when it returns; answers with the SHA-256 of what it copied, hex. */
export async function copyBlob(
  source: Pick<BlobStore, 'read'>,
  target: Pick<BlobStore, 'delete' | 'begin' | 'writeAt' | 'complete'>,
  id: string,
  size: number,
): Promise<string> {
  const hash = createHash('sha256')
  async function* batches() {
    for await (const chunk of source.read(id, { start: 0, end: size - 1 })) {
      hash.update(chunk)
      // It is still being written when the next one is read, into the same memory.
      yield [Buffer.from(chunk)]
    }
  }
  await target.delete(id)
  await target.begin(id)
  await target.writeAt(id, 0, batches())
  await target.complete(id, size)
  return hash.digest('hex')
}
