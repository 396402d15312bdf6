import type { RemoteFile, RemoteUpload, RemoteUploadProgress } from '@holdall/api'
import type { RemoteFileRow, RemoteUploadWithFiles } from './remote-upload.store.ts'

/** The addresses that a name resolved to, and what a server answered, are not presented. */
export function presentRemoteUpload(
  { row, files }: RemoteUploadWithFiles,
  { topId, folderNames }: { readonly topId: string; readonly folderNames: ReadonlyMap<string, string> },
): RemoteUpload {
  return {
    id: row.id,
    type: 'remote-upload',
    attributes: {
      status: row.status,
      parent_id: row.parent_id === topId ? null : row.parent_id,
      folder_name: folderNames.get(row.parent_id) ?? null,
      progress: progressOf(files),
      files: files.map(presentFile),
      created_at: new Date(row.created_at).toISOString(),
      finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    },
  }
}

const presentFile = (file: RemoteFileRow): RemoteFile => ({
  url: file.url,
  status: file.status,
  reason: file.reason,
  http_status: file.http_status,
  name: file.name,
  filesize: file.size,
  received: file.received,
  entry_id: file.entry_id,
})

export const progressOf = (files: readonly RemoteFileRow[]): RemoteUploadProgress => ({
  total: files.length,
  processed: files.filter(({ status }) => status !== 'waiting' && status !== 'receiving').length,
  failed: files.filter(({ status }) => status === 'failed').length,
})
