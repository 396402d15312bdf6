import type { FileHandle, open } from 'node:fs/promises'

/** Files that are kept open although nothing reads them. */
const MAX_IDLE_FILES = 64
/** Longer than the time between two ranges of a download. */
const IDLE_MS = 5000

export interface OpenedFile {
  readonly handle: FileHandle
  /** To be called once. The handle is not used after it. */
  release(): Promise<void>
}

export interface OpenFiles {
  /** For reads at positions: the handle may have other readers. */
  acquire(path: string): Promise<OpenedFile>
  /** Closes a file that is deleted, so that the disk frees its space; where it is read, after the last reader. */
  drop(path: string): Promise<void>
  /** Closes all files; a file in use is closed after its last reader. Files that are opened later are not kept. */
  close(): Promise<void>
}

interface Kept {
  readonly path: string
  readonly handle: FileHandle
  readers: number
  idle: NodeJS.Timeout | undefined
}

/** Nothing was written: a failure loses nothing. */
const closed = (handle: FileHandle): Promise<void> => handle.close().catch(() => undefined)

/** Keeps files open between the ranges of a download, each of which would wait for two more calls of the file system. */
export function createOpenFiles(openFile: typeof open): OpenFiles {
  /** By path, those used last at the end. */
  const kept = new Map<string, Kept>()
  let isClosed = false

  async function closeIdle(file: Kept): Promise<void> {
    clearTimeout(file.idle)
    if (kept.get(file.path) === file) kept.delete(file.path)
    if (file.readers === 0) await closed(file.handle)
  }

  async function release(file: Kept): Promise<void> {
    file.readers--
    if (file.readers > 0) return
    // It was dropped, or another reader has opened it at the same time.
    if (kept.get(file.path) !== file) return closed(file.handle)
    file.idle = setTimeout(() => void closeIdle(file), IDLE_MS).unref()
    const idle = [...kept.values()].filter(({ readers }) => readers === 0)
    if (idle.length > MAX_IDLE_FILES) await closeIdle(idle[0]!)
  }

  async function openKept(path: string): Promise<Kept> {
    const file: Kept = { path, handle: await openFile(path, 'r'), readers: 1, idle: undefined }
    if (!isClosed && !kept.has(path)) kept.set(path, file)
    return file
  }

  return {
    async acquire(path) {
      const open = kept.get(path)
      if (open) {
        clearTimeout(open.idle)
        open.readers++
        kept.delete(path)
        kept.set(path, open)
      }
      const file = open ?? (await openKept(path))
      return { handle: file.handle, release: () => release(file) }
    },

    async drop(path) {
      const file = kept.get(path)
      if (file) await closeIdle(file)
    },

    async close() {
      isClosed = true
      await Promise.all([...kept.values()].map((file) => closeIdle(file)))
    },
  }
}
