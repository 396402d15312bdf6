import { browseRemoteUploads, createRemoteUpload, type RemoteUpload, removeRemoteUpload } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { RemoteUploadCalls } from '@holdall/section'
import type { QueryClient } from '@tanstack/react-query'

/** Those of the signed-in user. */
export const ownRemoteUploads: RemoteUploadCalls = {
  key: ['remote-uploads'],
  list: async (signal) => (await api.call(browseRemoteUploads, {}, { signal })).data,
  start: async (urls, parentId) =>
    (await api.call(createRemoteUpload, { body: { urls: [...urls], parent_id: parentId } })).data,
  remove: (id) => api.call(removeRemoteUpload, { params: { id } }),
}

/** How often the progress is fetched in a visible tab while a remote upload is unfinished. */
const POLL_MS = 2000

export const isUnfinished = ({ attributes }: RemoteUpload) => attributes.status !== 'finished'

export const remoteUploadsQuery = ({ key, list }: RemoteUploadCalls) => ({
  queryKey: key,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => list(signal),
  refetchInterval: ({ state }: { readonly state: { readonly data?: readonly RemoteUpload[] | undefined } }) =>
    state.data === undefined || state.data.some(isUnfinished) ? POLL_MS : (false as const),
  staleTime: 0,
})

/** Starts a remote upload and adds it to what is shown, so that its end is noticed however soon it is. */
export async function startRemoteUpload(
  client: QueryClient,
  { key, start }: RemoteUploadCalls,
  urls: readonly string[],
  parentId: string | null,
): Promise<void> {
  const started = await start(urls, parentId)
  await client.cancelQueries({ queryKey: key })
  client.setQueryData<readonly RemoteUpload[]>(key, (known = []) => [started, ...known])
}

/** Cancels those that are unfinished, and removes the others from the list. */
export async function removeRemoteUploads(
  client: QueryClient,
  { key, remove }: RemoteUploadCalls,
  ids: readonly string[],
): Promise<void> {
  try {
    for (const id of ids) await remove(id)
  } finally {
    await client.invalidateQueries({ queryKey: key })
  }
}
