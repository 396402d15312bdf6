import type { Generated } from 'kysely'
import type { Millis } from '../clock.ts'

/** Batches of entries whose deletion has begun. */
interface DeletionsTable {
  batch_id: string
  created_at: Millis
  /** What is below them may still be live. */
  has_live: Generated<0 | 1>
}

/** Copies of many entries that are not complete. What they have written is hidden. */
interface CopiesTable {
  id: string
  /** Whose quota is charged. */
  owner_id: string
  /** Charged for what is not written yet, as are the items. */
  bytes: number
  items: number
  /** Of its last transaction. A copy that stops is reverted. */
  renewed_at: Millis
  reverted_at: Generated<Millis | null>
}

/** Roots of the trash that are being trashed or restored: what is below them may be live. */
interface UnfinishedTrashTable {
  root_id: string
  /** Roots of one space, which are written together. */
  change_id: string
  /** Of the last transaction that restores; null where what is live is to be trashed. */
  renewed_at: Millis | null
  /** Of a part of a trashed folder that becomes a root of its own: what is below it may still have this root. */
  from_root_id: string | null
}

/** Entries that were moved to another space: what is below them may be in an earlier one. */
interface UnfinishedMovesTable {
  root_id: string
  owner_id: string
}

/** Changes of entries that are written in several transactions. */
export interface SliceTables {
  deletions: DeletionsTable
  copies: CopiesTable
  unfinished_trash: UnfinishedTrashTable
  unfinished_moves: UnfinishedMovesTable
}
