import { publicFolder } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { isGone } from './share.queries.ts'

/** The folders of a link. `onShut` is called when an answer may mean that the link itself is locked, expired or revoked. */
export function shareSource(token: string, onShut: () => void): FileSource {
  return {
    key: ['share-files', token],
    async page(folderId, query, signal) {
      try {
        return await api.call(publicFolder, { params: { id: folderId ?? 'all', token }, query }, { signal })
      } catch (error) {
        if (mayShut(error)) onShut()
        throw error
      }
    },
  }
}

/** A folder that is not found may be gone alone, or with the whole link. */
const mayShut = (error: unknown): boolean => isApiError(error, 'share-locked') || isGone(error)
