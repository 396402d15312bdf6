import type { Generated } from 'kysely'
import type { Millis } from '../clock.ts'

export interface BlobsTable {
  /** The random key in the blob store. */
  id: string
  size: number
  sha256: string
  created_at: Millis
  /** Null until thumbnails were tried; `no-ffmpeg` is tried again once FFmpeg is installed. */
  thumbnail_state: Generated<'made' | 'failed' | 'none' | 'no-ffmpeg' | null>
}

/** Earlier contents of files that were replaced; their bytes count as used by the owner of the file. */
export interface FileVersionsTable {
  entry_id: string
  /** The `version` that the entry had with this content. */
  version: number
  blob_id: string
  size: number
  sha256: string
  mime: string
  modified_at: Generated<Millis | null>
  replaced_at: Millis
}

/** Blobs without an entry or version. Collected at the earliest a day later, so that a database snapshot finds its blobs. */
export interface GarbageTable {
  blob_id: string
  /** Whose bytes they were; null for rows older than this column. */
  owner_id: Generated<string | null>
  size: Generated<number>
  collect_at: Millis
}
