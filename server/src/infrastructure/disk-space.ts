import { existsSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { partBytesOf } from './blobs/s3-part-size.ts'
import { type Clock, second } from './clock.ts'
import type { Config } from './config/config.ts'
import { refuse } from './errors/refusal.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings/settings.ts'
import type { SpareSpace } from './spare-space.ts'

export interface DiskSize {
  readonly freeBytes: number
  readonly totalBytes: number
  /** Of files and folders; null where the file system does not count them. */
  readonly inodes: { readonly free: number; readonly total: number } | null
}
export type ReadDisk = (folder: string) => Promise<DiskSize>

export interface DiskStatus {
  readonly freeBytes: number
  readonly reserveBytes: number
  readonly inodes: { readonly free: number; readonly reserve: number } | null
  /** Less is free than the reserve, of bytes or of inodes. */
  readonly isLow: boolean
}

/** The file system of the data folder. A part of it is reserved for the database, which sign-in and deleting write to. */
export interface DiskSpace {
  /** Null where the system does not report it. */
  status(): Promise<DiskStatus | null>
  /** Reads it again, and resolves once administrators are notified of what has changed. */
  check(): Promise<void>
  /** For rows, and while bytes are received: throws `disk-full` below the reserve. */
  admit(): Promise<void>
  /** Before content is received: throws `disk-full` where the reserve would not be left beside it. */
  admitContent(sizeBytes: number): Promise<void>
}

/** How old a reading may be; content that is announced gets a new one. */
const READING_TTL_MS = 3 * second
/** Of the reserve: an episode ends where so much more is free, so that it does not end and begin with each file. */
const RECOVERED_SHARE = 1.1
/** For so many bytes ext4 has an inode by default. What is reserved of inodes follows from the reserved bytes. */
export const BYTES_PER_INODE = 16 * 1024

/** Beside the database, which may be full: says that administrators were notified. */
const noticePath = (dataDir: string) => join(dataDir, 'disk-low')

export const readFileSystem: ReadDisk = async (folder) => {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder)
  const inodes = files > 0 ? { free: ffree, total: files } : null
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, inodes }
}

interface Deps {
  readonly config: Pick<Config, 'dataDir' | 'storage'>
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly readDisk?: ReadDisk | undefined
  /** Written where more is free than the reserve. */
  readonly spare: SpareSpace
  /** Called once when the free space has fallen below the reserve, also across restarts. Again where it rejects. */
  readonly becameLow: (status: DiskStatus) => Promise<void>
}

export function createDiskSpace({
  config,
  settings,
  clock,
  log,
  becameLow,
  spare,
  readDisk = readFileSystem,
}: Deps): DiskSpace {
  const { dataDir, storage } = config
  let latest: { readonly reading: Promise<DiskStatus | null>; readonly at: number } | undefined
  let isEpisode = false
  let isUnreadable = false
  let noting: Promise<void> | undefined

  async function read(): Promise<DiskStatus | null> {
    try {
      const { freeBytes, totalBytes, inodes } = await readDisk(dataDir)
      const { bytes, percent } = await settings.get('storage.disk_reserve')
      const reserveOf = (total: number, most: number) => Math.floor(Math.min(most, total * ((percent ?? 100) / 100)))
      const reserveBytes = reserveOf(totalBytes, bytes ?? Infinity)
      const reserveInodes = inodes ? reserveOf(inodes.total, (bytes ?? Infinity) / BYTES_PER_INODE) : 0
      isUnreadable = false
      const status: DiskStatus = {
        freeBytes,
        reserveBytes,
        inodes: inodes && { free: inodes.free, reserve: reserveInodes },
        isLow: freeBytes < reserveBytes || (inodes !== null && inodes.free < reserveInodes),
      }
      noting ??= note(status, totalBytes).finally(() => (noting = undefined))
      return status
    } catch (error) {
      if (!isUnreadable) log.warn({ err: error }, 'the free space of the data folder cannot be read')
      isUnreadable = true
      return null
    }
  }

  /** Notes where an episode begins and ends. Never rejects. */
  async function note(status: DiskStatus, totalBytes: number): Promise<void> {
    const { freeBytes, reserveBytes, inodes, isLow } = status
    const found = { freeBytes, reserveBytes, freeInodes: inodes?.free, reserveInodes: inodes?.reserve }
    const isRecovered =
      freeBytes >= reserveBytes * RECOVERED_SHARE && (!inodes || inodes.free >= inodes.reserve * RECOVERED_SHARE)
    try {
      if (isLow && !isEpisode) {
        isEpisode = true
        log.warn(found, 'the disk is almost full: uploads, copies and exports are refused')
      }
      if (isLow) await notifyOnce(status)
      else if (isRecovered) {
        if (isEpisode) log.info(found, 'the disk has free space again')
        isEpisode = false
        if (existsSync(noticePath(dataDir))) await rm(noticePath(dataDir), { force: true })
        await spare.keep({ totalBytes, freeBytes })
      }
    } catch (error) {
      log.warn({ err: error }, 'administrators could not be notified of the disk')
    }
  }

  async function notifyOnce(status: DiskStatus): Promise<void> {
    if (existsSync(noticePath(dataDir))) return
    await (await open(noticePath(dataDir), 'w', 0o600)).close()
    try {
      await becameLow(status)
    } catch (error) {
      await rm(noticePath(dataDir), { force: true })
      throw error
    }
  }

  function readAgain(): Promise<DiskStatus | null> {
    latest = { reading: read(), at: clock.now() }
    return latest.reading
  }

  function status(): Promise<DiskStatus | null> {
    const age = latest ? clock.now() - latest.at : Infinity
    return latest && age >= 0 && age < READING_TTL_MS ? latest.reading : readAgain()
  }

  function refuseWithout(found: DiskStatus | null, bytes: number): void {
    if (found && (found.isLow || found.freeBytes - bytes < found.reserveBytes)) throw refuse('disk-full')
  }

  return {
    status,
    async check() {
      await readAgain()
      await noting
    },
    admit: async () => refuseWithout(await status(), 0),
    async admitContent(sizeBytes) {
      // Of content on its way to S3, the disk has two parts.
      const bytes = storage.driver === 's3' ? Math.min(sizeBytes, 2 * partBytesOf(sizeBytes)) : sizeBytes
      refuseWithout(await readAgain(), bytes)
    },
  }
}
