import type { Upload } from '@holdall/api'
import type { UploadRow } from './store.ts'

/** How far an upload has come. Where its bytes lie and whose quota they hold stays here. */
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
