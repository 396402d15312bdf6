import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/** What a request sends: it can be read again for another attempt. */
export interface S3Body {
  readonly sizeBytes: number
  read(): AsyncIterable<Uint8Array>
}

export const bytesBody = (bytes: Uint8Array): S3Body => ({
  sizeBytes: bytes.length,
  // eslint-disable-next-line typescript/require-await -- it is a source like those that read a file
  async *read() {
    if (bytes.length > 0) yield bytes
  },
})

export const streamOf = (body: S3Body): Readable => Readable.from(body.read(), { objectMode: false })

/** SHA-256, hex. The event loop is free between the buffers. */
export async function sha256Of(body: S3Body): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of body.read()) hash.update(bytes)
  return hash.digest('hex')
}
