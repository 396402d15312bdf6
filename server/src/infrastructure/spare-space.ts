import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

/** Enough for the log of SQLite, which starts from its beginning again at 4 MiB, and for what it adds to the database. */
const SPARE_BYTES = 16 * 1024 ** 2
/** Of the file system, where that is less. */
const SPARE_SHARE = 1 / 20
const BLOCK_BYTES = 1024 ** 2
/** Windows has no such flag. */
const NO_FOLLOW = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW

/**
 * A file in the data folder that is removed when the disk is full: SQLite gets its space, so that signing in and deleting
 * work although another program has filled the disk.
 */
export interface SpareSpace {
  /** Removes the file. False where there was no file. */
  release(): Promise<boolean>
  /** Writes the file where it is missing, and as much is left free beside it. Never rejects. */
  keep(fileSystem: { readonly totalBytes: number; readonly freeBytes: number }): Promise<void>
}

/** Of an installation whose database is on another disk. */
export const noSpareSpace: SpareSpace = { release: () => Promise.resolve(false), keep: () => Promise.resolve() }

export function createSpareSpace(dataDir: string, log: Log, maxBytes: number = SPARE_BYTES): SpareSpace {
  const path = join(dataDir, 'spare')
  let isBlocked = false

  /** The size of the file; null without one. Anything else of that name, such as a link, is left alone. */
  async function sizeOf(): Promise<number | null | 'not-a-file'> {
    const found = await lstat(path).catch(() => null)
    const isOther = found?.isFile() === false
    if (isOther && !isBlocked) {
      log.warn(`${path} is a folder or a link, so no space is kept for the database: move it elsewhere`)
    }
    isBlocked = isOther
    return isOther ? 'not-a-file' : (found?.size ?? null)
  }

  return {
    async release() {
      if (typeof (await sizeOf()) !== 'number') return false
      await rm(path, { force: true })
      log.warn('the disk is full: the space that was kept for the database is used')
      return true
    },
    async keep({ totalBytes, freeBytes }) {
      const bytes = Math.floor(Math.min(maxBytes, totalBytes * SPARE_SHARE))
      // Without a reserve, it would take from the database what it was released for.
      const size = await sizeOf()
      if (size === 'not-a-file' || size === bytes || freeBytes < 2 * bytes) return
      try {
        const { O_CREAT, O_TRUNC, O_WRONLY } = constants
        const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | NO_FOLLOW, 0o600)
        try {
          await fill(file, bytes)
        } finally {
          await file.close()
        }
      } catch (error) {
        log.warn({ err: error }, 'no space could be kept for the database')
        // What was written so far takes from the database.
        if (typeof (await sizeOf()) === 'number') await rm(path, { force: true })
      }
    },
  }
}

/** With bytes that no file system can compress. */
async function fill(file: FileHandle, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= BLOCK_BYTES) await file.write(randomBytes(Math.min(left, BLOCK_BYTES)))
  await file.datasync()
}
