import type { Config } from '../config/config.ts'
import { localBlobs } from './local.ts'
import type { BlobStore } from './store.ts'

/** Where this installation keeps its bytes. */
export const openBlobs = (config: Pick<Config, 'dataDir'>): BlobStore => localBlobs(config.dataDir)
