import { browseRemoteUploads, createRemoteUpload, type RemoteUpload, removeRemoteUpload } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { QueryClient } from '@tanstack/react-query'

export const remoteUploadsKey = ['remote-uploads'] as const
/** How often the progress is fetched in a visible tab while a remote upload is unfinished. */
const POLL_MS = 2000

export const isUnfinished = ({ attributes }: RemoteUpload) => attributes.status !== 'finished'

export const remoteUploadsQuery = {
  queryKey: remoteUploadsKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly RemoteUpload[]> =>
    (await api.call(browseRemoteUploads, {}, { signal })).data,
  refetchInterval: ({ state }: { readonly state: { readonly data?: readonly RemoteUpload[] | undefined } }) =>
    state.data === undefined || state.data.some(isUnfinished) ? POLL_MS : false,
  staleTime: 0,
} as const

/** Starts a remote upload and adds it to what is shown, so that its end is noticed however soon it is. */
export async function startRemoteUpload(
  client: QueryClient,
  urls: readonly string[],
  parentId: string | null,
): Promise<void> {
  const { data } = await api.call(createRemoteUpload, { body: { urls: [...urls], parent_id: parentId } })
  await client.cancelQueries({ queryKey: remoteUploadsKey })
  client.setQueryData<readonly RemoteUpload[]>(remoteUploadsKey, (known = []) => [data, ...known])
}

/** Cancels those that are unfinished, and removes the others from the list. */
export async function removeRemoteUploads(client: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await api.call(removeRemoteUpload, { params: { id } })
  } finally {
    await client.invalidateQueries({ queryKey: remoteUploadsKey })
  }
}
