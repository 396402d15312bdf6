import {
  browseUploadRequests,
  closeUploadRequest,
  createUploadRequest,
  type Input,
  renewUploadRequest,
  type UploadRequest,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createBatcher } from '../entries/use-live-file-updates.ts'

const PER_PAGE = 50
/** A visitor may upload a thousand small files within seconds; the list is refetched at most this often. */
const REFETCH_INTERVAL_MS = 1000
/** The first change after a while is shown almost at once. */
const FIRST_REFETCH_MS = 50

const listKey = ['upload-requests'] as const

/** The requests of the user, the newest first, a page after the other. They are refetched when one has changed. */
export function useUploadRequests() {
  const { events } = useHost()
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const batch = createBatcher(
      REFETCH_INTERVAL_MS,
      () => void client.invalidateQueries({ queryKey: listKey }),
      FIRST_REFETCH_MS,
    )
    const onChange = () => {
      batch.add('')
    }
    events.on('upload-requests.changed', onChange, stop.signal)
    // A request whose folder is in the trash takes no files.
    events.on('trash.changed', onChange, stop.signal)
    return () => {
      stop.abort()
      batch.stop()
    }
  }, [events, client])
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      api.call(browseUploadRequests, { query: { page: pageParam, per_page: PER_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
    // Visitors change them at any time.
    staleTime: 0,
  })
}

export const isOpenRequest = ({ attributes: { status } }: UploadRequest): boolean =>
  status === 'active' || status === 'filling'

export async function createRequest(
  body: NonNullable<Input<typeof createUploadRequest>['body']>,
): Promise<UploadRequest> {
  return (await api.call(createUploadRequest, { body })).data
}

export async function closeRequest(token: string): Promise<void> {
  await api.call(closeUploadRequest, { params: { token } })
}

/** Opens a request again, or for longer. */
export async function renewRequest(token: string): Promise<UploadRequest> {
  return (await api.call(renewUploadRequest, { params: { token } })).data
}
