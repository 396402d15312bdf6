import { browseUnfinishedUploads, endUnfinishedUpload, endUnfinishedUploads } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useBatchedRefetch } from '../entries/use-batched-refetch.ts'
import { refetchSettled } from '../user-layout/refetch-settled.ts'
import { storageKey } from './storage-queries.ts'

const key = [...storageKey, 'unfinished-uploads'] as const
const PER_PAGE = 20
const changes = ['user.changed', 'upload.finished'] as const

/** The unfinished uploads that take storage of the account, the newest first. Fetched again when its storage changes. */
export function useUnfinishedUploads() {
  useBatchedRefetch(changes, key)
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam: page, signal }) =>
      api.call(browseUnfinishedUploads, { query: { page, per_page: PER_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    staleTime: 0,
  })
}

/** Ends one upload, or with null all of them. */
export function useEndUnfinishedUpload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? api.call(endUnfinishedUploads) : api.call(endUnfinishedUpload, { params: { id } }),
    // The used storage too, whose key this one begins with.
    onSettled: refetchSettled(client, storageKey),
  })
}
