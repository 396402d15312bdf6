import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Millis } from '../../infrastructure/clock.ts'
import { replaceFile } from '../../infrastructure/replace-file.ts'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')

/** Stores that a backup is complete. Not in the database: that would be changed by its own backup. */
export function recordBackup(dataDir: string, now: Millis): void {
  replaceFile(pathIn(dataDir), `${new Date(now).toISOString()}\n`)
}

/** When the last backup of a data folder was complete; null where there was none. */
export async function lastBackupAt(dataDir: string): Promise<Millis | null> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '')
  const at = Date.parse(text.trim())
  return Number.isNaN(at) ? null : at
}
