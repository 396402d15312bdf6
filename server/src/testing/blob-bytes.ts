import type { BlobStore, ByteRange } from '../infrastructure/blobs/blob-store.ts'

/** As the upload service passes them on: in batches of buffers. */
export async function* batchesOf(...pieces: readonly Uint8Array[]): AsyncGenerator<readonly Uint8Array[]> {
  await Promise.resolve()
  for (const piece of pieces) yield [piece]
}

/** The bytes of a blob, or of a range. */
export async function bytesOfBlob(blobs: Pick<BlobStore, 'read'>, id: string, range: ByteRange): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const bytes of blobs.read(id, range)) read.push(Buffer.from(bytes))
  return Buffer.concat(read)
}
