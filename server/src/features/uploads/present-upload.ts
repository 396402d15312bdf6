import type { Upload } from '@holdall/api'
import type { UploadRow } from './upload.store.ts'

/** The progress of an upload. Where its bytes are and whose quota they use is not presented. */
export function presentUpload(upload: UploadRow): Upload {
  return {
    id: upload.upload_id,
    type: 'upload',
    attributes: {
      name: upload.name,
      offset: upload.offset,
      size: upload.size,
      status: upload.status,
      expires_at: new Date(upload.expires_at).toISOString(),
    },
  }
}
