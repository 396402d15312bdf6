import { activityOfEntry, browseActivity } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useBatchedRefetch } from '../entries/use-batched-refetch.ts'

const key = ['activity'] as const
const PER_PAGE = { account: 50, entry: 20 } as const

const changes = ['files.changed', 'trash.changed', 'shares.changed', 'teams.changed', 'upload.finished'] as const

/** The activities of an entry, or of the account (null): the newest first. Fetched again when something changes. */
export function useActivity(entryId: string | null) {
  useBatchedRefetch(changes, key)
  return useInfiniteQuery({
    queryKey: [...key, entryId],
    queryFn: ({ pageParam: page, signal }) =>
      entryId === null
        ? api.call(browseActivity, { query: { page, per_page: PER_PAGE.account } }, { signal })
        : api.call(activityOfEntry, { params: { id: entryId }, query: { page, per_page: PER_PAGE.entry } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    staleTime: 0,
  })
}
