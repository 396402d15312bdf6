import { type FolderColor, type PublicShare, publicFile, publicShare, unlockShare } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export type ShareState = PublicShare['attributes']

/** A share that may be looked into: what is null while it is locked is there. */
export interface OpenShare {
  readonly token: string
  readonly type: 'file' | 'folder'
  readonly name: string
  readonly color: FolderColor | null
  readonly emoji: string | null
  readonly owner: string | null
  readonly expiresAt: string | null
}

export function opened(share: ShareState): OpenShare | null {
  const { token, unlocked, type, name, color, emoji, owner, expires_at } = share
  if (!unlocked || !type) return null
  return { token, type, name: name ?? '', color, emoji, owner: owner?.name ?? null, expiresAt: expires_at }
}

const shareKey = (token: string) => ['share', token]
const shareQuery = (token: string) =>
  queryOptions<ShareState>({
    queryKey: shareKey(token),
    queryFn: async ({ signal }) => (await api.call(publicShare, { params: { token } }, { signal })).data.attributes,
  })
/** What the link is now; asked again whenever a visitor comes back to the page. */
export const useShare = (token: string) => useQuery({ ...shareQuery(token), refetchOnWindowFocus: 'always' })

/**
 * Asks again what the link is: before a download, and when an answer said that it is locked, expired or gone; the page
 * follows. Resolves to whether the link is open as far as can be told.
 */
export function useRecheckShare(token: string): () => Promise<boolean> {
  const client = useQueryClient()
  return useCallback(async () => {
    try {
      return opened(await client.fetchQuery({ ...shareQuery(token), staleTime: 0 })) !== null
    } catch (error) {
      return !isGone(error)
    }
  }, [client, token])
}

/** Offers a password. A second try while one is under way is not made. */
export function useUnlock(token: string) {
  const client = useQueryClient()
  const mutationKey = ['unlock-share', token]
  const mutation = useMutation({
    mutationKey,
    mutationFn: (password: string) => api.call(unlockShare, { params: { token }, body: { password } }),
    onSuccess: ({ data }) => {
      client.setQueryData<ShareState>(shareKey(token), data.attributes)
    },
    onError: (error) => {
      if (isGone(error)) void client.invalidateQueries({ queryKey: shareKey(token) })
    },
  })
  return {
    ...mutation,
    mutate: (password: string) => {
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(password)
    },
  }
}

/** The one file of a link to a file. Its address lives shortly, so it is asked for anew while the page is open. */
export function useSharedFile(token: string) {
  return useQuery({
    queryKey: [...shareKey(token), 'file'],
    queryFn: async ({ signal }) => (await api.call(publicFile, { params: { token } }, { signal })).data,
    refetchInterval: 5 * 60_000,
  })
}

/** There is no such link, as far as anybody may know; an address that is no token reads the same. */
export const isUnknown = (error: unknown): boolean => isApiError(error, 'not-found') || isApiError(error, 'validation')

/** The link itself leads nowhere, or nowhere any more. */
export const isGone = (error: unknown): boolean =>
  isUnknown(error) || isApiError(error, 'share-expired') || isApiError(error, 'share-revoked')
