import {
  browseUploadRequests,
  changeUploadRequestEnd,
  closeUploadRequest,
  createUploadRequest,
  emailUploadRequest,
  type Input,
  renewUploadRequest,
  type UploadRequest,
  uploadRequestQrCode,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useBatchedRefetch } from '../entries/use-batched-refetch.ts'
import type { LinkSendingCalls } from '../share-links/link-sending.tsx'
import type { EndFields } from './request-end.ts'

const PER_PAGE = 50
const listKey = ['upload-requests'] as const
/** A request whose folder is in the trash takes no files. */
const changes = ['upload-requests.changed', 'trash.changed'] as const

/** The requests of the user, the newest first, a page after the other. They are refetched when one has changed. */
export function useUploadRequests() {
  useBatchedRefetch(changes, listKey)
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

/** Sends the link of a request. */
export const requestSending: LinkSendingCalls = {
  qrCode: async (token, origin) => {
    const query = origin === null ? {} : { origin }
    return (await api.call(uploadRequestQrCode, { params: { token }, query })).data.attributes.svg
  },
  email: async (token, emails) =>
    (await api.call(emailUploadRequest, { params: { token }, body: { emails: [...emails] } })).count,
}

/** Changes when an open request closes. */
export async function changeRequestEnd(token: string, end: EndFields): Promise<UploadRequest> {
  return (await api.call(changeUploadRequestEnd, { params: { token }, body: end })).data
}

/** Opens a request again until this end. */
export async function renewRequest(token: string, end: EndFields): Promise<UploadRequest> {
  return (await api.call(renewUploadRequest, { params: { token }, body: end })).data
}
