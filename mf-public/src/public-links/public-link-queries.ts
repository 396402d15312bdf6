import {
  type ErrorCode,
  type FolderColor,
  type PublicShare,
  type SharePermission,
  publicFile,
  publicShare,
  unlockShare,
} from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

export type ShareState = PublicShare['attributes']

/** A share that is unlocked: the fields that are null while it is locked are set. */
export interface OpenShare {
  readonly token: string
  readonly type: 'file' | 'folder'
  readonly permission: SharePermission
  /** False: names and thumbnails only. */
  readonly canDownload: boolean
  /** Whether visitors may let the server fetch files. */
  readonly canUploadRemote: boolean
  /** Id of the shared entry. */
  readonly itemId: string
  readonly name: string
  readonly color: FolderColor | null
  readonly emoji: string | null
  readonly owner: ShareState['owner']
  readonly expiresAt: string | null
}

export function toOpenShare(share: ShareState): OpenShare | null {
  const { token, unlocked, type, permission, item_id: itemId, name, color, emoji, owner, expires_at } = share
  if (!unlocked || !type || itemId === null) return null
  const [canDownload, canUploadRemote] = [share.can_download, share.can_upload_remote]
  return {
    token,
    type,
    permission,
    canDownload,
    canUploadRemote,
    itemId,
    name: name ?? '',
    color,
    emoji,
    owner,
    expiresAt: expires_at,
  }
}

const shareKey = (token: string) => ['share', token]
const shareQuery = (token: string) =>
  queryOptions<ShareState>({
    queryKey: shareKey(token),
    queryFn: async ({ signal }) => (await api.call(publicShare, { params: { token } }, { signal })).data.attributes,
  })
/** The link, refetched when a visitor returns to the page. */
export const useShare = (token: string) => useQuery({ ...shareQuery(token), refetchOnWindowFocus: 'always' })

/**
 * Refetches the link: before a download, and after an answer that it is locked, expired or gone; the page follows.
 * Resolves to whether the link is open, and with `download` allows downloads, as far as is known.
 */
export function useRecheckShare(token: string, use: 'view' | 'download' = 'view'): () => Promise<boolean> {
  const client = useQueryClient()
  return useCallback(async () => {
    try {
      const share = toOpenShare(await client.fetchQuery({ ...shareQuery(token), staleTime: 0 }))
      return share !== null && (use === 'view' || share.canDownload)
    } catch (error) {
      return !isGone(error)
    }
  }, [client, token, use])
}

/** Unlocks a link with its password. */
export function useUnlock(token: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['unlock-share', token],
    mutationFn: (password: string) => api.call(unlockShare, { params: { token }, body: { password } }),
    onSuccess: ({ data }) => {
      client.setQueryData<ShareState>(shareKey(token), data.attributes)
    },
    onError: (error) => {
      if (isGone(error)) void client.invalidateQueries({ queryKey: shareKey(token) })
    },
  })
}

/** The one file of a link to a file. Its address is short-lived, so it is refetched while the page is open. */
export function useSharedFile(token: string) {
  return useQuery({
    queryKey: [...shareKey(token), 'file'],
    queryFn: async ({ signal }) => (await api.call(publicFile, { params: { token } }, { signal })).data,
    refetchInterval: 5 * 60_000,
  })
}

/** The link does not exist or is not visible to visitors; an invalid token has the same meaning. */
export const isUnknown = (error: unknown): boolean => isApiError(error, 'not-found') || isApiError(error, 'validation')

/** The link does not work now, whatever the visitor does. */
export const isUnavailable = (error: unknown): boolean => isApiError(error, 'owner-restricted')

const endedCodes: readonly string[] = [
  'share-expired',
  'share-revoked',
  'share-used-up',
  'upload-request-closed',
  'upload-request-expired',
] satisfies readonly ErrorCode[]

/** The link does not exist, or does not work (any more). */
export const isGone = (error: unknown): boolean =>
  isUnknown(error) || isUnavailable(error) || (isApiError(error) && endedCodes.includes(error.code))
