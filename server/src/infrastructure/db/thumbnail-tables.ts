import type { ThumbnailSize } from '@holdall/api'
import type { Generated } from 'kysely'

/** Images made of a blob, which are blobs themselves. */
export interface ThumbnailsTable {
  blob_id: string
  size: ThumbnailSize
  thumbnail_blob_id: string
  width: number
  height: number
}

/** Contents without thumbnails whose rendering is scheduled. */
export interface ThumbnailQueueTable {
  blob_id: string
  /** For whom it is scheduled. */
  owner_id: string
  /** The order among the contents of an owner: see `thumbnailRanks`. */
  rank: number
  queued_at: number
  /** A process renders it until then. */
  leased_until: Generated<number>
}

/** Owners with scheduled renderings, and what their second attempts have used of the hour. */
export interface ThumbnailTurnsTable {
  owner_id: string
  /** Numbers the turns of all owners: the owner with the lowest number is next. */
  turn: Generated<number>
  hour_from: Generated<number>
  spent_ms: Generated<number>
}

/** Contents, by hash, whose rendering exceeded the time limit. */
export interface SlowContentsTable {
  sha256: string
  created_at: number
}

export interface ThumbnailQueueTables {
  thumbnail_queue: ThumbnailQueueTable
  thumbnail_turns: ThumbnailTurnsTable
  slow_contents: SlowContentsTable
}
