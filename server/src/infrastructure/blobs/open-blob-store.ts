import type { Config } from '../config/config.ts'
import { localBlobs } from './local-blob-store.ts'
import type { BlobStore } from './blob-store.ts'

/** Where this installation keeps its bytes. */
export const openBlobs = (config: Pick<Config, 'dataDir'>): BlobStore => localBlobs(config.dataDir)
