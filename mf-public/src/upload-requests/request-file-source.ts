import { requestedFindByPrefix, requestedFolder } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { filesKey, watchClosed } from '../public-links/public-link-file-source.ts'

/** What came through an upload request. `onClosed` is called when an answer may mean that the request has ended. */
export function requestFileSource(token: string, onClosed: () => void): FileSource {
  const watched = <T>(answer: Promise<T>) => watchClosed(answer, onClosed)
  const paramsOf = (folderId: string | null) => ({ id: folderId ?? 'all', token })
  return {
    key: filesKey(token),
    isFolder: true,
    page: (folderId, query, signal) =>
      watched(api.call(requestedFolder, { params: paramsOf(folderId), query }, { signal })),
    async findByPrefix(folderId, query, signal) {
      const { data } = await watched(api.call(requestedFindByPrefix, { params: paramsOf(folderId), query }, { signal }))
      return data && { id: data.id, index: data.attributes.index }
    },
  }
}
