import { signUp } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

const signUpKey = ['sign-up']

/** Creates the account; the answer says whether the address has to be confirmed first. A second try while one is under way is not made. */
export function useSignUp({ onMailed }: { readonly onMailed: (email: string) => void }) {
  const { session } = useHost()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: signUpKey,
    mutationFn: async (account: NewAccount) => {
      // The form has one password field, which can be shown: there is nothing to repeat.
      const body = { ...account, password_confirmation: account.password }
      const { verification } = await api.call(signUp, { body })
      if (verification === 'mailed') onMailed(account.email)
      else await session.refresh()
    },
  })
  return {
    ...mutation,
    mutate: (account: NewAccount) => {
      if (client.isMutating({ mutationKey: signUpKey }) === 0) mutation.mutate(account)
    },
  }
}
