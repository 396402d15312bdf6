import type { Millis } from '../clock.ts'

export interface EndedUploadTables {
  /** Uploads that the owner of their folder has ended, for a day: their uploaders get `upload-ended`. */
  ended_uploads: {
    /** The key that the upload had. */
    actor: string
    upload_id: string
    owner_id: string
    ended_at: Millis
  }
}
