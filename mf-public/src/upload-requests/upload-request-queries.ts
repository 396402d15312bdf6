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

/** The request, refetched at its end, and when its visitor returns to the page. */
export const useUploadRequest = (token: string) =>
  useQuery({
    ...requestQuery(token),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data ? untilEndMs(state.data) : false),
  })

/** Where the clock of the device is fast, it asks again. */
const AFTER_END_MS = 30_000
/** Longer times than 24 days are none for timers. */
const MAX_WAIT_MS = 86_400_000

function untilEndMs(request: PublicUploadRequest): number | false {
  const { closes_at: closesAt } = request.attributes
  if (closesAt === null || !isOpenRequest(request)) return false
  return Math.min(Math.max(Date.parse(closesAt) - Date.now() + 1000, AFTER_END_MS), MAX_WAIT_MS)
}

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
