import { signUp } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import type { HumanProof } from '../human-check/use-human-check.tsx'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** The invitation to a team folder whose mail led to sign-up. */
export interface InvitedSignUp {
  readonly id: string
  readonly secret: string
  /** The address that was invited. */
  readonly email: string
  /** Called with the session of the new account. */
  readonly onSignedUp: () => Promise<void>
}

interface SignUpOptions {
  readonly invited: InvitedSignUp | undefined
  readonly prove: () => Promise<HumanProof>
  readonly onMailed: (email: string) => void
}

export const SIGN_UP_KEY = ['sign-up']

/** Creates the account; the answer says whether the address has to be confirmed first. */
export function useSignUp({ invited, prove, onMailed }: SignUpOptions) {
  const { session } = useHost()
  return useSingleMutation({
    mutationKey: SIGN_UP_KEY,
    mutationFn: async (account: NewAccount) => {
      // The form has one password field, whose text can be shown: there is no second one to compare.
      const invitation = invited && { id: invited.id, secret: invited.secret }
      const body = {
        ...account,
        password_confirmation: account.password,
        ...(invitation && { invitation }),
        ...(await prove()),
      }
      const { verification } = await api.call(signUp, { body })
      if (verification === 'mailed') {
        onMailed(account.email)
        return
      }
      await session.refresh()
      await invited?.onSignedUp()
    },
  })
}
