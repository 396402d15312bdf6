import { publicFindByPrefix, publicFolder, requestedFindByPrefix, requestedFolder } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { isGone } from './public-link-queries.ts'

/** First part of the keys of all lists of a link. */
export const filesKey = (token: string): readonly string[] => ['link-files', token]

const endpoints = {
  'public-link': { folder: publicFolder, findByPrefix: publicFindByPrefix },
  'upload-request': { folder: requestedFolder, findByPrefix: requestedFindByPrefix },
} as const

/**
 * The folders of a public link, or what came through an upload request. `onClosed` is called when an answer may mean
 * that the link is locked, expired or revoked.
 */
export function linkFileSource(kind: keyof typeof endpoints, token: string, onClosed: () => void): FileSource {
  const { folder, findByPrefix } = endpoints[kind]
  const watched = <T>(answer: Promise<T>) => watchClosed(answer, onClosed)
  const paramsOf = (folderId: string | null) => ({ id: folderId ?? 'all', token })
  return {
    key: filesKey(token),
    isFolder: true,
    page: (folderId, query, signal) => watched(api.call(folder, { params: paramsOf(folderId), query }, { signal })),
    async findByPrefix(folderId, query, signal) {
      const { data } = await watched(api.call(findByPrefix, { params: paramsOf(folderId), query }, { signal }))
      return data && { id: data.id, index: data.attributes.index }
    },
  }
}

/** The same answer. `onClosed` is called when it may mean that the link is locked, expired or revoked. */
export async function watchClosed<T>(answer: Promise<T>, onClosed: () => void): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (mayBeClosed(error)) onClosed()
    throw error
  }
}

/** Not found may be the folder alone or the whole link. */
export const mayBeClosed = (error: unknown): boolean => isApiError(error, 'share-locked') || isGone(error)
