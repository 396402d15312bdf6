import { buffer } from 'node:stream/consumers'
import { extract, pack } from 'tar-stream'

/** A file of an archive. Its name has `/` between its parts, and no `..`. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The archive is refused, with a message. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

const MAX_FILES = 5000
const DAMAGED = 'This is not a tar archive, or it is damaged.'

/**
 * The files of a tar (ustar, pax, GNU): links, devices, absolute names and names with `..` are refused, hidden files and
 * folders left out.
 */
export async function readTar(tar: Buffer): Promise<ArchivedFile[]> {
  const files = new Map<string, Buffer>()
  const entries = extract()
  entries.end(tar)
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header
      if (type === 'directory') continue
      if (type !== 'file') throw new ArchiveError('The archive holds a link or a device; only files belong in it.')
      // The library accepts a size that it cannot parse, and then waits for the bytes forever.
      if (!Number.isSafeInteger(size)) throw new ArchiveError(DAMAGED)
      addFile(files, name, await buffer(entry))
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    if ((error as Error).message !== 'Unexpected end of data') {
      throw new ArchiveError(DAMAGED, { cause: error })
    }
    throw new ArchiveError('The archive ends too early.')
  }
  // The library accepts an archive that was cut between two files.
  if (tar.length < END_OF_ARCHIVE.length || !tar.subarray(-END_OF_ARCHIVE.length).equals(END_OF_ARCHIVE)) {
    throw new ArchiveError('The archive ends too early.')
  }
  return [...files].map(([name, bytes]) => ({ name, bytes }))
}

const END_OF_ARCHIVE = Buffer.alloc(1024)

function addFile(files: Map<string, Buffer>, raw: string, bytes: Buffer): void {
  const parts = raw.replace(/^(\.\/+)+/, '').split('/')
  if (raw.startsWith('/') || raw.includes('\\') || parts.some((part) => part === '..' || part === '')) {
    throw new ArchiveError(`The archive holds "${raw}", which leads out of it.`)
  }
  if (parts.some((part) => part.startsWith('.'))) return
  const name = parts.join('/')
  if (files.has(name)) throw new ArchiveError(`The archive holds "${name}" twice.`)
  if (files.size === MAX_FILES) throw new ArchiveError(`The archive holds more than ${MAX_FILES} files.`)
  files.set(name, bytes)
}

/** A reproducible archive: the same files always give the same bytes. */
export function writeTar(files: readonly ArchivedFile[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, bytes } of files) archive.entry({ name, mtime: new Date(0) }, bytes)
  archive.finalize()
  return buffer(archive)
}
