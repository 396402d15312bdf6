import { browseFolder, findByPrefix, type FolderNode, folderTree } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { queryOptions } from '@tanstack/react-query'
import { trashSource } from '../trash/trash.queries.ts'

/** A person's own files. A folder in the trash is opened here as well, with what went into the trash with it. */
export const filesSource: FileSource = {
  key: ['files'],
  async page(folderId, query, signal) {
    try {
      return await api.call(browseFolder, { params: { id: folderId ?? 'all' }, query }, { signal })
    } catch (error) {
      if (folderId === null || !isApiError(error, 'not-found')) throw error
      return trashSource.page(folderId, query, signal)
    }
  },
  findByPrefix: async (folderId, query, signal) => {
    const { data } = await api.call(findByPrefix, { params: { id: folderId ?? 'all' }, query }, { signal })
    return data && { id: data.id, index: data.attributes.index }
  },
}

/** The folders right inside a folder; null is the top. */
export const treeQuery = (parentId: string | null) =>
  queryOptions<readonly FolderNode[]>({
    queryKey: ['tree', parentId ?? 'top'],
    queryFn: async ({ signal }) =>
      (await api.call(folderTree, { query: parentId ? { parent_id: parentId } : {} }, { signal })).data,
  })
