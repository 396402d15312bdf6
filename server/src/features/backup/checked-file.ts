import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Size and checksum of a file when it was written. */
export interface FileSum {
  readonly bytes: number
  /** Lines, in files of one JSON object per line. */
  readonly rows: number
  /** Hex. */
  readonly sha256: string
}

const NEWLINE = 10

async function sumOf(
  chunks: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => Promise<unknown> | void,
): Promise<FileSum> {
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1
    await take(chunk)
  }
  return { bytes, rows, sha256: hash.digest('hex') }
}

/** Writes a file and syncs it to disk. */
export async function writeChecked(path: string, chunks: AsyncIterable<Uint8Array>): Promise<FileSum> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    const sum = await sumOf(chunks, (chunk) => file.writeFile(chunk))
    await file.sync()
    return sum
  } finally {
    await file.close()
  }
}

export const readChecked = (path: string): Promise<FileSum> => sumOf(createReadStream(path), () => undefined)

/** The rows of a file of one JSON object per line. Only a newline ends a line: names may contain U+2028. */
export async function* readRows(path: string): AsyncGenerator<Record<string, unknown>> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, start)) {
      yield JSON.parse(text.toString('utf8', start, at)) as Record<string, unknown>
      start = at + 1
    }
    rest = text.subarray(start)
  }
}
