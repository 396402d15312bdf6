import { join } from 'node:path'
import type { OutgoingAllow } from '../outgoing/outgoing-allow.ts'
import type { BlobStore } from './blob-store.ts'
import { localBlobs } from './local-blob-store.ts'
import { s3Blobs } from './s3-blob-store.ts'
import type { StorageSettings } from './s3-settings.ts'

export interface BlobLocation {
  readonly dataDir: string
  readonly storage: StorageSettings
  readonly outgoingAllow: OutgoingAllow
}

/** Where this installation keeps its bytes; `driver` names the other place during a migration. */
export function openBlobs(
  { dataDir, storage, outgoingAllow }: BlobLocation,
  driver: StorageSettings['driver'] = storage.driver,
): BlobStore {
  if (driver === 'local') return localBlobs(dataDir)
  if (!storage.s3) throw new Error('S3 is not configured')
  return s3Blobs({ settings: storage.s3, allow: outgoingAllow, temporaryFolder: join(dataDir, 'tmp') })
}
