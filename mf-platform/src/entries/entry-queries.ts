import { browseFolder, browseLatest, browseShared, browseTrash, findByPrefix, folderTree } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { levelQuery } from './folder-level.ts'

/** The trash. Its date is the date of deletion, which is the server's default order here. */
export const trashSource: FileSource = {
  key: ['trash'],
  isFolder: false,
  page: (folderId, { sort, ...query }, signal) =>
    api.call(
      browseTrash,
      { params: { id: folderId ?? 'all' }, query: { ...query, ...(sort !== 'created_at' && { sort }) } },
      { signal },
    ),
}

/** The user's own files. A trashed folder is opened here as well, with what was trashed with it. */
export const filesSource: FileSource = {
  key: ['files'],
  isFolder: true,
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

/** The newest files of all folders, always the newest first. */
export const latestSource: FileSource = {
  key: ['latest'],
  isFolder: false,
  page: (_top, { page, per_page }, signal) => api.call(browseLatest, { query: { page, per_page } }, { signal }),
}

/** The entries with a public link. */
export const sharedSource: FileSource = {
  key: ['shared'],
  isFolder: false,
  page: (_top, query, signal) => api.call(browseShared, { query }, { signal }),
}

/** The folders directly inside a folder; null is the top. */
export const treeQuery = (parentId: string | null) =>
  levelQuery(['tree', parentId ?? 'top'], (page, signal) =>
    api.call(folderTree, { query: { ...page, ...(parentId !== null && { parent_id: parentId }) } }, { signal }),
  )
