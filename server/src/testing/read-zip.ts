import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, type ZipFile } from 'yauzl'

export interface ZipContent {
  /** With a slash at the end of a folder. */
  readonly path: string
  readonly content: Buffer
  readonly modified: Date
}

/** What a program that unpacks it finds in a zip, in order. Throws for one that is damaged, or has unsafe names. */
export async function readZip(bytes: Buffer): Promise<ZipContent[]> {
  return readAll(await fromBufferPromise(bytes, { strictFileNames: true }))
}

async function readAll(zip: ZipFile): Promise<ZipContent[]> {
  const found: ZipContent[] = []
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} is wrong`)
    found.push({ path: entry.fileName, content, modified: entry.getLastModDate() })
  }
  return found
}
