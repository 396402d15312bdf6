import { createHash } from 'node:crypto'
import type { BlobStore } from '../blobs/store.ts'

/** Durable when it returns; answers with the SHA-256 of what it copied, hex. */
export async function copyBlob(source: BlobStore, target: BlobStore, id: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  async function* batches() {
    for await (const chunk of source.read(id, { start: 0, end: size - 1 })) {
      hash.update(chunk)
      yield [chunk]
    }
  }
  await target.delete(id)
  await target.begin(id)
  await target.writeAt(id, 0, batches())
  await target.complete(id, size)
  return hash.digest('hex')
}
