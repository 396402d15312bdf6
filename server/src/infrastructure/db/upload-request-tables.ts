import type { UploadRequestEnd, UploadRequestStatus } from '@holdall/api'
import type { Generated } from 'kysely'
import type { Millis } from '../clock.ts'

/** Folders that their owners ask for files in. */
export interface UploadRequestsTable {
  id: string
  /** At least 128 random bits. */
  token: string
  owner_id: string
  /** The folder that the folder of the request is made in; null once it was deleted for good. */
  parent_id: string | null
  /** The folder of the request, which is made with the first upload. */
  root_id: string
  /** Of the folder of the request. */
  name: string
  notes: string | null
  /** Who got a mail with the link. */
  email: string | null
  status: UploadRequestStatus
  /** When it closes; null: it has no end date. */
  closes_at: Millis | null
  /** 1: while it is used, `closes_at` moves with each upload. */
  closes_when_idle: 0 | 1
  last_upload_at: Millis | null
  files_received: Generated<number>
  ended_at: Millis | null
  ended_by: UploadRequestEnd | null
  created_at: Millis
  updated_at: Millis
}
