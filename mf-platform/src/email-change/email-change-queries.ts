import { cancelEmailChange, confirmEmailChange, requestEmailChange, showEmailChange } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'
import { refetchSettled } from '../user-layout/refetch-settled.ts'

const key = ['user', 'email-change']

/** The new address that waits for its confirmation; null for none. */
export const useEmailChange = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(showEmailChange, {}, { signal })).data,
  })

export function useRequestEmailChange() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: async (email: string) =>
      (await confirmed(() => api.call(requestEmailChange, { body: { email } }))).data,
    onSuccess: (change) => {
      client.setQueryData(key, change)
    },
  })
}

export function useCancelEmailChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(cancelEmailChange),
    // Also after a failure: it may have been confirmed meanwhile.
    onSettled: refetchSettled(client, key),
  })
}

export function useConfirmEmailChange() {
  const client = useQueryClient()
  const { session } = useHost()
  return useMutation({
    mutationFn: (token: string) => api.call(confirmEmailChange, { body: { token } }),
    onSuccess: async () => {
      client.setQueryData(key, null)
      await session.refresh()
    },
  })
}
