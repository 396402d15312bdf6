import { beginLink, linkedSignIns, type SignInProvider, unlinkSignIn } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'
import { refetchSettled } from '../user-layout/refetch-settled.ts'

const key = ['user', 'linked-sign-ins']

export const useLinkedSignIns = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(linkedSignIns, {}, { signal })).data,
  })

/** Leaves the page for the provider, which sends the browser back. */
export function useBeginLink() {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (provider: SignInProvider) => confirmed(() => api.call(beginLink, { params: { provider } })),
    onSuccess: ({ data }) => {
      window.location.assign(data.url)
    },
  })
}

export function useUnlink() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (id: string) => confirmed(() => api.call(unlinkSignIn, { params: { id } })),
    onSettled: refetchSettled(client, key),
  })
}
