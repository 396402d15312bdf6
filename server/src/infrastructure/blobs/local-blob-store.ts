import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import type { BlobStore, ByteRange } from './blob-store.ts'
import { createOpenFiles, type OpenFiles } from './open-files.ts'
import { readBuffers, type ReadBuffers } from './read-buffers.ts'
import { createSmallBlobReader } from './small-blob-reader.ts'
import { StorageError } from './storage-error.ts'
import { parseStorageId, STORAGE_ID_KEY } from './storage-id.ts'

const FIRST_READ = 128 * 1024
/** Each takes one of the threads of the file system. */
const MAX_FLUSHES = 4

/** The calls that durability depends on. Tests record them. */
export interface FileSystem {
  readonly mkdir: typeof mkdir
  readonly open: typeof open
  readonly rename: typeof rename
}

/**
 * Blobs on a disk: `blobs/ab/cd/<id>` when whole, `partial/<id>` until then.
 * Whenever the process is killed, a blob is either partial or whole: one rename moves it, after its fsync.
 */
export function localBlobs(dataDir: string, files: FileSystem = { mkdir, open, rename }): BlobStore {
  const folder = resolve(dataDir)
  const partial = (id: string) => join(folder, 'partial', checked(id))
  const whole = (id: string) => join(folder, 'blobs', checked(id).slice(-2), id.slice(-4, -2), id)

  const identityPath = join(folder, STORAGE_ID_KEY)

  /** Folders whose own entry is known to be durable. */
  const durable = new Set([folder])

  /** Creates a folder durably: its parents are synced even if a killed process created it. */
  async function ensureFolder(path: string): Promise<void> {
    await files.mkdir(path, { recursive: true })
    const fresh: string[] = []
    for (let at = path; !durable.has(at); at = dirname(at)) fresh.unshift(at)
    // From the top: a folder is listed as durable after those above it.
    for (const at of fresh) {
      await syncFolder(dirname(at))
      durable.add(at)
    }
  }

  async function syncFolder(path: string): Promise<void> {
    const handle = await files.open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  const buffers = readBuffers()
  const openFiles = createOpenFiles(files.open)
  const smallReader = createSmallBlobReader()
  /** Unfinished blobs whose sync failed. The system reports it once: the next sync succeeds without their bytes. */
  const failed = new Set<string>()

  /** Marks what was written before as lost, also after a restart. */
  async function fail(id: string): Promise<void> {
    failed.add(id)
    await utimes(partial(id), 0, 0).catch(() => undefined)
  }

  const flushing = new Map<string, Promise<void>>()

  async function flush(id: string): Promise<void> {
    // It may be gone by now. Whatever else keeps it from being opened loses nothing: `complete` does all of it.
    const file = await files.open(partial(id), 'r+').catch(() => undefined)
    await file?.datasync().catch(() => fail(id))
    await file?.close().catch(() => fail(id))
  }

  /** To be called after each write, which has changed the modification time. */
  async function keepFailed(id: string): Promise<void> {
    if (failed.has(id)) await fail(id)
  }

  function refuseFailed(id: string): void {
    if (failed.has(id)) throw new Error('the disk failed to take earlier bytes of this blob')
  }

  async function openPartial(id: string): Promise<FileHandle> {
    try {
      return await files.open(partial(id), 'r+')
    } catch (error) {
      if (!isMissing(error)) throw error
      await files.rename(whole(id), partial(id))
      return files.open(partial(id), 'r+')
    }
  }

  return {
    async begin(id) {
      // All of it is written again.
      failed.delete(id)
      await files.mkdir(join(folder, 'partial'), { recursive: true })
      await files.open(partial(id), 'a').then((file) => file.close())
    },

    async writeAt(id, offset, bytes) {
      const file = await openPartial(id)
      let at = offset
      let writing: Promise<unknown> = Promise.resolve()
      try {
        // While one batch is written, the next is received and hashed.
        for await (const batch of bytes) {
          await writing
          writing = writeAll(file, batch, at)
          writing.catch(() => undefined)
          for (const { length } of batch) at += length
        }
        await writing
      } finally {
        // A failed write has thrown above, unless something else did before.
        await writing.catch(() => undefined)
        await file.close()
        await keepFailed(id)
      }
      refuseFailed(id)
      return at - offset
    },

    async truncate(id, size) {
      const file = await openPartial(id)
      try {
        await file.truncate(size)
      } finally {
        await file.close()
      }
      await keepFailed(id)
    },

    flush(id) {
      if (flushing.has(id) || flushing.size >= MAX_FLUSHES) return
      flushing.set(
        id,
        flush(id).finally(() => flushing.delete(id)),
      )
    },

    // The system has what was written: it outlasts this process.
    keep: () => Promise.resolve(),
    release: () => Promise.resolve(),

    async survived(id, offset) {
      if (failed.has(id)) return false
      const file = await stat(partial(id)).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      // The end of this process loses nothing; only a crash of the system loses unwritten pages.
      const systemStart = Date.now() - uptime() * 1000
      if (file) return file.mtimeMs >= systemStart
      // Complete, and not committed; or written to another store, before the configuration was changed.
      return offset === 0 || ((await sizeOf(whole(id))) ?? -1) >= offset
    },

    async complete(id, size) {
      const target = whole(id)
      let file: FileHandle
      await flushing.get(id)
      refuseFailed(id)
      try {
        file = await files.open(partial(id), 'r+')
      } catch (error) {
        if (isMissing(error) && (await sizeOf(target)) === size) return
        throw error
      }
      try {
        await file.truncate(size)
        await file.sync().catch(async (error: unknown) => {
          await fail(id)
          throw error
        })
      } finally {
        await file.close()
      }
      await ensureFolder(dirname(target))
      await files.rename(partial(id), target)
      await syncFolder(dirname(target))
    },

    delete: remove,

    async withFile(id, sizeBytes, read) {
      // A program cannot distinguish a file that is missing, or not readable, from one that is damaged.
      await checkContent(whole(id), sizeBytes)
      return read(whole(id))
    },

    read: (id, range) => readRange(whole(id), range, { buffers, openFiles }),

    readSmall: (blobs, memory) =>
      smallReader.read({ files: blobs.map(({ id, size }) => ({ path: whole(id), size })), memory }),

    directAddress: () => Promise.resolve(null),

    close() {
      smallReader.close()
      void openFiles.close()
    },

    async stat(id) {
      const size = await sizeOf(whole(id))
      return size === null ? null : { size }
    },

    async *list() {
      for (const top of ['partial', 'blobs']) {
        for await (const file of filesUnder(join(folder, top))) yield { ...file, isUnfinished: top === 'partial' }
      }
    },

    async removeUnfinished(id) {
      failed.delete(id)
      await rm(partial(id), { force: true })
    },

    async identity() {
      const text = await readFile(identityPath, 'utf8').catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      return text === undefined ? null : parseStorageId(text)
    },

    async setIdentity(id) {
      await ensureFolder(dirname(identityPath))
      replaceFile(identityPath, id)
    },

    // Done when the data folder is opened.
    check: () => Promise.resolve(),
  }

  async function remove(id: string) {
    failed.delete(id)
    await rm(partial(id), { force: true })
    await rm(whole(id), { force: true })
    await openFiles.drop(whole(id))
  }
}

/** A new random key. */
export const newBlobId = (): string => randomUUID()

/** Reads ahead by one buffer: while the caller sends one, the disk fills the other. */
async function* readRange(
  path: string,
  { start, end }: ByteRange,
  pools: { readonly buffers: ReadBuffers; readonly openFiles: OpenFiles },
): AsyncGenerator<Uint8Array> {
  const file = await pools.openFiles.acquire(path)
  // Of an empty file, which has to exist all the same.
  if (end < start) return file.release()
  const { buffers, giveBack } = pools.buffers.take(end - start + 1)
  let at = start
  let turn = 0
  // The first read is small, so that the first bytes are sent early.
  let readBytes = FIRST_READ
  const readNext = (): Promise<Buffer> => {
    // A range that fits into one buffer is read into the rest of that buffer.
    const buffer = buffers.length === 1 ? buffers[0]!.subarray(at - start) : buffers[turn++ % 2]!
    const length = Math.min(buffer.length, readBytes, end - at + 1)
    readBytes *= 2
    return file.handle.read(buffer, 0, length, at).then(({ bytesRead }) => buffer.subarray(0, bytesRead))
  }
  let reading = readNext()
  try {
    while (at <= end) {
      const filled = await reading
      if (filled.length === 0) throw new Error('a blob is shorter than its row says')
      at += filled.length
      if (at <= end) {
        reading = readNext()
        // A caller that leaves the loop early never awaits it.
        reading.catch(() => undefined)
      }
      yield filled
    }
  } finally {
    await reading.catch(() => undefined)
    giveBack()
    await file.release()
  }
}

/** Writes a batch with one call, and what that call did not write buffer by buffer. */
async function writeAll(file: FileHandle, batch: readonly Uint8Array[], at: number): Promise<void> {
  let { bytesWritten: done } = await file.writev(batch, at)
  let start = 0
  for (const buffer of batch) {
    const end = start + buffer.length
    while (done < end) done += (await file.write(buffer, done - start, end - done, at + done)).bytesWritten
    start = end
  }
}

async function* filesUnder(folder: string): AsyncGenerator<{ id: string; touchedAt: number }> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    // File systems and file managers may create files of their own.
    else if (isKey(entry.name)) {
      const found = await stat(path).catch((error: unknown) => {
        // It was finished or removed since its folder was read.
        if (!isMissing(error)) throw error
      })
      if (found) yield { id: entry.name, touchedAt: found.mtimeMs }
    }
  }
}

const isKey = (name: string) => /^[0-9a-zA-Z-]{8,64}$/.test(name)

/** Keys come from the database, never from a request; even so none may leave the folder. */
function checked(id: string): string {
  if (!isKey(id)) throw new Error('not a blob key')
  return id
}

/** Throws where a complete blob is missing, cannot be opened or has another size. */
async function checkContent(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new StorageError('missing', `There is no file ${path}.`, error) : error
  })
  try {
    const { size } = await file.stat()
    if (size !== sizeBytes) {
      throw new StorageError('missing', `${path} has ${size} bytes instead of ${sizeBytes}.`)
    }
  } finally {
    await file.close()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
