import { open } from 'node:fs/promises'

/** Syncs a file, or the names in a folder, to the disk: a power cut does not lose them any more. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
