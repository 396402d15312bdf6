import {
  abortUpload,
  type ChunkFields,
  createFolder,
  type Entry,
  type FolderLevel,
  type FolderNode,
  folderTree,
  publicAbortUpload,
  publicCreateFolder,
  publicTree,
  publicUploadChunk,
  publicUploadState,
  requestedAbortUpload,
  requestedCreateFolder,
  requestedTree,
  requestedUploadChunk,
  requestedUploadState,
  type Upload,
  uploadChunk,
  uploadState,
} from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'
import type { LinkTarget } from '@holdall/section'

export type SentFields = Pick<ChunkFields, 'name'> &
  Partial<ChunkFields> & { readonly upload_id: string; readonly offset: number }
interface SendOptions {
  readonly bytes: Blob
  readonly signal: AbortSignal
  readonly onProgress: (sent: number) => void
}

/** The calls of the engine. A folder of null is the top of the user's files, or the folder of the link. */
export interface UploadCalls {
  send(fields: SentFields, options: SendOptions): Promise<Entry | Upload>
  state(uploadId: string, signal: AbortSignal): Promise<Upload>
  abort(uploadId: string): Promise<unknown>
  foldersIn(folderId: string | null, signal: AbortSignal): Promise<readonly FolderNode[]>
  createFolder(name: string, parentId: string | null, signal: AbortSignal): Promise<Entry>
}

const byShare = {
  chunk: publicUploadChunk,
  state: publicUploadState,
  abort: publicAbortUpload,
  tree: publicTree,
  createFolder: publicCreateFolder,
}
const byRequest = {
  chunk: requestedUploadChunk,
  state: requestedUploadState,
  abort: requestedAbortUpload,
  tree: requestedTree,
  createFolder: requestedCreateFolder,
}

/** All folders of a level: a folder that exists is found by its name. */
async function allPages(load: (page: { readonly cursor?: string }) => Promise<FolderLevel>): Promise<FolderNode[]> {
  const folders: FolderNode[] = []
  for (let cursor: string | undefined; ;) {
    const { data, meta } = await load(cursor === undefined ? {} : { cursor })
    folders.push(...data)
    cursor = meta?.next_cursor ?? undefined
    if (cursor === undefined) return folders
  }
}

/** The calls for the user's own files, or by a link. */
export function uploadCallsOf(api: ApiClient, link: LinkTarget | undefined): UploadCalls {
  const queryOf = (folderId: string | null) => (folderId === null ? {} : { parent_id: folderId })
  if (!link)
    return {
      send: async (body, options) => (await api.call(uploadChunk, { body }, options)).data,
      state: async (upload_id, signal) => (await api.call(uploadState, { params: { upload_id } }, { signal })).data,
      abort: (upload_id) => api.call(abortUpload, { params: { upload_id } }),
      foldersIn: (folderId, signal) =>
        allPages((page) => api.call(folderTree, { query: { ...queryOf(folderId), ...page } }, { signal })),
      createFolder: async (name, parentId, signal) =>
        (await api.call(createFolder, { body: { name, parent_id: parentId } }, { signal })).data,
    }
  const { token, kind } = link
  const params = { token }
  const by = kind === 'upload-request' ? byRequest : byShare
  return {
    send: async (body, options) => (await api.call(by.chunk, { params, body }, options)).data,
    state: async (upload_id, signal) => (await api.call(by.state, { params: { upload_id, token } }, { signal })).data,
    abort: (upload_id) => api.call(by.abort, { params: { upload_id, token } }),
    foldersIn: (folderId, signal) =>
      allPages((page) => api.call(by.tree, { params, query: { ...queryOf(folderId), ...page } }, { signal })),
    createFolder: async (name, parentId, signal) =>
      (await api.call(by.createFolder, { params, body: { name, parent_id: parentId } }, { signal })).data,
  }
}
