import { browseFolder, type FolderNode, folderTree } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { queryOptions } from '@tanstack/react-query'

/** A person's own files. */
export const filesSource: FileSource = {
  key: ['files'],
  page: (folderId, query, signal) => api.call(browseFolder, { params: { id: folderId ?? 'all' }, query }, { signal }),
}

/** The folders right inside a folder; null is the top. */
export const treeQuery = (parentId: string | null) =>
  queryOptions<readonly FolderNode[]>({
    queryKey: ['tree', parentId ?? 'top'],
    queryFn: async ({ signal }) =>
      (await api.call(folderTree, { query: parentId ? { parent_id: parentId } : {} }, { signal })).data,
  })
