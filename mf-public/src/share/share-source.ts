import { publicFolder } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'

/** The folders of a link. `onShut` hears when an answer says that the link itself is locked, over or withdrawn. */
export function shareSource(token: string, onShut: () => void): FileSource {
  return {
    key: ['share-files', token],
    async page(folderId, query, signal) {
      try {
        return await api.call(publicFolder, { params: { id: folderId ?? 'all', token }, query }, { signal })
      } catch (error) {
        if (shuts(error, folderId)) onShut()
        throw error
      }
    },
  }
}

/** A folder that is not found may be gone alone; the top is the link's own. */
function shuts(error: unknown, folderId: string | null): boolean {
  return (
    isApiError(error, 'share-locked') ||
    isApiError(error, 'share-expired') ||
    (folderId === null && isApiError(error, 'not-found'))
  )
}
