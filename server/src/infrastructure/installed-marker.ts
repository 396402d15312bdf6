import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'

const markerPath = (dataDir: string) => join(dataDir, 'installed')

/**
 * Whether the setup of this data folder was finished. Kept outside of the database too: one that is empty or does not
 * answer must not open the wizard again.
 */
export const isMarkedInstalled = (dataDir: string): boolean => existsSync(markerPath(dataDir))

export function markInstalled(dataDir: string): void {
  if (!isMarkedInstalled(dataDir)) replaceFile(markerPath(dataDir), 'The setup of this data folder is finished.\n')
}
