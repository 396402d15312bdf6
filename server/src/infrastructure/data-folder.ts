import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { restrictMode } from './restrict-mode.ts'
import { StartError } from './start-error.ts'

const PRIVATE_FILES = [
  'holdall.sqlite',
  'holdall.sqlite-wal',
  'holdall.sqlite-shm',
  'config.json',
  'environment.json',
  'lock',
]
const PRIVATE_FOLDERS = ['blobs', 'partial', 'tmp', 'backups', 'mails']

/**
 * Takes the data folder for this process: private, writable and used by no other server. Throws `StartError` before
 * anything in it is changed. The result releases it; the operating system does so when the process is killed.
 */
export function openDataFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const release = lockFolder(dataDir)
    if (!release) {
      throw new StartError(
        `Another Holdall is running on the data folder ${dataDir}. Stop it first, or set HOLDALL_DATA_DIR.`,
      )
    }
    try {
      for (const name of PRIVATE_FILES) restrictMode(join(dataDir, name), 'file')
      for (const name of PRIVATE_FOLDERS) restrictMode(join(dataDir, name), 'folder')
      for (const name of ['', 'blobs', 'partial']) checkWritable(join(dataDir, name))
    } catch (error) {
      release()
      throw error
    }
    return release
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The data folder ${dataDir} cannot be written: ${(error as Error).message}. See its owner and mode, or set HOLDALL_DATA_DIR.`,
    )
  }
}

/**
 * The lock of an SQLite file: held by the process, on every platform that the database itself runs on. Undefined where
 * another process holds it.
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const file = new Sqlite(join(folder, 'lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    return undefined
  }
  return () => void file.close()
}

function checkWritable(folder: string): void {
  if (!existsSync(folder)) return
  const path = join(folder, `.check-${randomUUID()}`)
  writeFileSync(path, '')
  rmSync(path)
}
