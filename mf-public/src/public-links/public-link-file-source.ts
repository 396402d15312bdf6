import { publicFindByPrefix, publicFolder } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { isGone } from './public-link-queries.ts'

/** The folders of a link. `onShut` is called when an answer may mean that the link itself is locked, expired or revoked. */
export function publicLinkFileSource(token: string, onShut: () => void): FileSource {
  const watched = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (mayShut(error)) onShut()
      throw error
    }
  }
  const paramsOf = (folderId: string | null) => ({ id: folderId ?? 'all', token })
  return {
    key: ['share-files', token],
    page: (folderId, query, signal) =>
      watched(api.call(publicFolder, { params: paramsOf(folderId), query }, { signal })),
    async findByPrefix(folderId, query, signal) {
      const { data } = await watched(api.call(publicFindByPrefix, { params: paramsOf(folderId), query }, { signal }))
      return data && { id: data.id, index: data.attributes.index }
    },
  }
}

/** A folder that is not found may be gone alone, or with the whole link. */
const mayShut = (error: unknown): boolean => isApiError(error, 'share-locked') || isGone(error)
