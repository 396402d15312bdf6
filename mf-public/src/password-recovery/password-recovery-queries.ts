import { recoverPassword, resetPassword } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import type { HumanProof } from '../human-check/use-human-check.tsx'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

/** Asks for a link, with what `prove` resolves with. */
export const useRecoverPassword = (prove: () => Promise<HumanProof>, onSent: (email: string) => void) =>
  useSingleMutation({
    mutationKey: ['recover-password'],
    mutationFn: async (email: string) => {
      await api.call(recoverPassword, { body: { email, ...(await prove()) } })
      onSent(email)
    },
  })

/** What the link in the mail contains. */
export interface ResetLink {
  readonly email: string
  readonly token: string
}

/** Sets the password. It ends all sessions, that of this browser too. */
export function useResetPassword() {
  const { session } = useHost()
  return useSingleMutation({
    mutationKey: ['reset-password'],
    mutationFn: async ({ link, password }: { readonly link: ResetLink; readonly password: string }) => {
      await api.call(resetPassword, { body: { ...link, password, password_confirmation: password } })
      await session.refresh()
    },
  })
}
