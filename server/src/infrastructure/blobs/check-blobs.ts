import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import type { BlobStore } from './blob-store.ts'
import { isMisconfigured, StorageError } from './storage-error.ts'

/**
 * Ends the start with a message where the storage is configured wrongly. One that cannot be reached now does not: it may
 * start later than Holdall.
 */
export async function checkBlobs(blobs: Pick<BlobStore, 'check'>, log: Log): Promise<void> {
  try {
    await blobs.check()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (isMisconfigured(error)) throw new StartError(error.message)
    log.warn({ err: error }, 'the storage cannot be used now')
  }
}
