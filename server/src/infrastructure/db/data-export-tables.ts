import type { DataExportReason } from '@holdall/api'
import type { Generated } from 'kysely'
import type { Millis } from '../clock.ts'

/** Copies of all data of a user, one for each. Not a foreign key: the copy of a deleted user is still to be removed. */
export interface DataExportsTable {
  user_id: string
  /** Another one for each copy that is made. */
  id: string
  status: 'queued' | 'working' | 'ready' | 'failed' | 'expired'
  reason: DataExportReason | null
  /** How often it was begun; a process that ended in between counts too. */
  attempts: Generated<number>
  /** The zip, also while it is written. */
  blob_id: string | null
  size: number | null
  /** Bytes of files, and those of all of them. */
  processed: Generated<number>
  total: Generated<number>
  /** Files that could not be read. */
  missing: Generated<number>
  created_at: Millis
  updated_at: Millis
  finished_at: Millis | null
  expires_at: Millis | null
}
