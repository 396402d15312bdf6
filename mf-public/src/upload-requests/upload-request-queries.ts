import { finishUploadRequest, type PublicUploadRequest, showUploadRequest } from '@holdall/api'
import { api } from '@holdall/api-client'
import { queryOptions, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isGone } from '../public-links/public-link-queries.ts'

const requestQuery = (token: string) =>
  queryOptions<PublicUploadRequest>({
    queryKey: ['upload-request', token],
    queryFn: async ({ signal }) => (await api.call(showUploadRequest, { params: { token } }, { signal })).data,
  })

/** Fetches the request while the messages of its page are fetched. */
export const usePrefetchRequest = (token: string) => usePrefetchQuery(requestQuery(token))

/** The request, refetched when its visitor returns to the page. */
export const useUploadRequest = (token: string) => useQuery({ ...requestQuery(token), refetchOnWindowFocus: 'always' })

export const isOpenRequest = ({ attributes: { status } }: PublicUploadRequest): boolean =>
  status === 'active' || status === 'filling'

/** Refetches the request; the page follows. Resolves to whether it is open as far as is known. */
export function useRecheckRequest(token: string): () => Promise<boolean> {
  const client = useQueryClient()
  return useCallback(async () => {
    try {
      return isOpenRequest(await client.fetchQuery({ ...requestQuery(token), staleTime: 0 }))
    } catch (error) {
      return !isGone(error)
    }
  }, [client, token])
}

/** Tells the owner that all files are there, which ends the request. */
export function useFinishRequest(token: string): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    const { data } = await api.call(finishUploadRequest, { params: { token } })
    client.setQueryData(requestQuery(token).queryKey, data)
  }, [client, token])
}
