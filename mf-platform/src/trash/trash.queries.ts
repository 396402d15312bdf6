import { browseTrash } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'

/** What was thrown away. Its date is the one of the deletion, which is the server's own order here. */
export const trashSource: FileSource = {
  key: ['trash'],
  page: (folderId, { sort, ...query }, signal) =>
    api.call(
      browseTrash,
      { params: { id: folderId ?? 'all' }, query: { ...query, ...(sort !== 'created_at' && { sort }) } },
      { signal },
    ),
}
