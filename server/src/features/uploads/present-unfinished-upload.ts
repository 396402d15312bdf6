import type { UnfinishedUpload } from '@holdall/api'
import type { FoundUpload } from './unfinished-upload.store.ts'

/** Of a path, so that a page of uploads into 100 folders each is no larger than an answer may be. */
const MAX_PATH_LENGTH = 1000

/** Without the first folders of a long path: `…/c/d`. */
function endOf(path: string): string {
  if (path.length <= MAX_PATH_LENGTH) return path
  const end = path.slice(-MAX_PATH_LENGTH)
  return `…${end.slice(end.indexOf('/'))}`
}

/** An unfinished upload for the owner of its folder. Where its bytes are, and its key, are not presented. */
export function presentUnfinishedUpload(row: FoundUpload): UnfinishedUpload {
  const isFolderGone = row.parent_name === null || row.parent_trash_root_id !== null
  return {
    id: row.id ?? '',
    type: 'unfinished-upload',
    attributes: {
      name: row.name,
      path: endOf(row.path),
      filesize: row.size,
      received: row.offset,
      reserved: row.reserved,
      uploader: uploaderOf(row),
      // The top of a home has no name.
      folder: isFolderGone ? null : { name: row.parent_name || null },
      created_at: new Date(row.created_at).toISOString(),
      updated_at: new Date(row.updated_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
    },
  }
}

function uploaderOf(row: FoundUpload): UnfinishedUpload['attributes']['uploader'] {
  if (row.share_id !== null) return { kind: 'link', name: row.shared_name || null }
  if (row.upload_request_id !== null) return { kind: 'upload-request', name: row.request_name }
  if (row.creator_id === row.owner_id) return { kind: 'self', name: null }
  return { kind: 'member', name: row.sender_name }
}
