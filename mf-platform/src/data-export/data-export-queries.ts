import { createDataExport, type DataExport, dataExport, removeDataExport } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'
import { refetchSettled } from '../user-layout/refetch-settled.ts'

const key = ['user', 'data-export']
const POLL_MS = 2000

/** Whether the server is making it, or is about to. */
export const isBeingMade = ({ attributes: { status } }: DataExport): boolean =>
  status === 'queued' || status === 'working'

export const useDataExport = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(dataExport, {}, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data) ? POLL_MS : false),
  })

export function useCreateDataExport() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () => confirmed(() => api.call(createDataExport)),
    // Also after a failure: another page may have requested it.
    onSettled: refetchSettled(client, key),
  })
}

export function useRemoveDataExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(removeDataExport),
    onSettled: refetchSettled(client, key),
  })
}
