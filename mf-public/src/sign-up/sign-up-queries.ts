import { signUp } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Creates the account; the answer says whether the address has to be confirmed first. */
export function useSignUp({ onMailed }: { readonly onMailed: (email: string) => void }) {
  const { session } = useHost()
  return useSingleMutation({
    mutationKey: ['sign-up'],
    mutationFn: async (account: NewAccount) => {
      // The form has one password field, whose text can be shown: there is no second one to compare.
      const body = { ...account, password_confirmation: account.password }
      const { verification } = await api.call(signUp, { body })
      if (verification === 'mailed') onMailed(account.email)
      else await session.refresh()
    },
  })
}
