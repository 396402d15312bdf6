import { unzipRaw } from 'unzipit'
import { readRange } from '../reading/read-bytes.ts'
import { ReadFailure } from '../reading/read-failure.ts'

/** The list of an archive, which is at its end, may be this large; about 100,000 entries have such a one. */
const MAX_LIST_BYTES = 8 * 1024 * 1024
export const MAX_SHOWN_ENTRIES = 10_000

export interface ArchiveEntry {
  readonly path: string
  readonly isFolder: boolean
  /** Bytes when unpacked, as the archive says. */
  readonly size: number
  readonly modified: Date
  readonly isEncrypted: boolean
}
export interface Archive {
  /** The first 10,000 by path. */
  readonly entries: readonly ArchiveEntry[]
  readonly count: number
  /** Bytes of all entries when unpacked. */
  readonly size: number
}

/**
 * The entries of a zip archive of `length` bytes. Reads its end and its list, nothing of its content. Throws
 * `ReadFailure`.
 */
export async function readArchive(url: string, length: number, signal: AbortSignal): Promise<Archive> {
  const { entries } = await unzipRaw({
    getLength: async () => length,
    async read(offset, size) {
      if (size > MAX_LIST_BYTES) throw new ReadFailure('too-large')
      if (offset < 0 || size < 0 || offset + size > length) throw new ReadFailure('unreadable')
      if (size === 0) return new Uint8Array()
      const bytes = await readRange(url, offset, size, signal)
      if (bytes.length < size) throw new ReadFailure('unreadable')
      return bytes
    },
  })
  const sorted = entries
    .map(({ name, isDirectory, size, lastModDate, encrypted }) => ({
      path: name,
      isFolder: isDirectory,
      size: isDirectory ? 0 : size,
      modified: lastModDate,
      isEncrypted: encrypted,
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return {
    entries: sorted.slice(0, MAX_SHOWN_ENTRIES),
    count: sorted.length,
    size: sorted.reduce((sum, { size }) => sum + size, 0),
  }
}
