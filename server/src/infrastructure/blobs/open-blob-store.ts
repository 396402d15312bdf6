import { localBlobs } from './local-blob-store.ts'
import type { BlobStore } from './blob-store.ts'

/** Where this installation keeps its bytes. */
export const openBlobs = ({ dataDir }: { readonly dataDir: string }): BlobStore => localBlobs(dataDir)
