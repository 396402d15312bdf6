import { passkeyRegistrationOptions, registerPasskey, removePasskey, renamePasskey } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { passkeysQuery } from '../confirm-password/passkey-confirmation.ts'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'
import { refetchSettled } from '../user-layout/refetch-settled.ts'

const key = passkeysQuery.queryKey

export const usePasskeys = () => useQuery(passkeysQuery)

/** Lets the browser make a passkey and adds it under this name. Returns it. */
export function useAddPasskey() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await confirmed(() => api.call(passkeyRegistrationOptions))
      const { startRegistration } = await import('@simplewebauthn/browser')
      const { id, rawId, response } = await startRegistration({ optionsJSON: options })
      const { clientDataJSON, attestationObject, transports } = response
      const made = { clientDataJSON, attestationObject, ...(transports && { transports }) }
      const credential = { id, rawId, type: 'public-key', response: made } as const
      return (await api.call(registerPasskey, { body: { name, credential } })).data
    },
    onSettled: refetchSettled(client, key),
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
      api.call(renamePasskey, { params: { id }, body: { name } }),
    onSettled: refetchSettled(client, key),
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (id: string) => confirmed(() => api.call(removePasskey, { params: { id } })),
    onSettled: refetchSettled(client, key),
  })
}
