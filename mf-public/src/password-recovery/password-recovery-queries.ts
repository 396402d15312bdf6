import { recoverPassword, resetPassword, showRecoveryAccess } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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

const accessKey = ['recovery-access']

/** What can still get into the account after a new password. Shown once: the link is used only by setting one. */
export const useRecoveryAccess = (link: ResetLink) =>
  useQuery({
    queryKey: [...accessKey, link.email, link.token],
    queryFn: async ({ signal }) => (await api.call(showRecoveryAccess, { body: link }, { signal })).data.attributes,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })

interface Reset {
  readonly link: ResetLink
  readonly password: string
  /** Whether everything that was listed ends. */
  readonly isAllEnded: boolean
}

/** Sets the password. It ends all sessions, that of this browser too. */
export function useResetPassword() {
  const { session } = useHost()
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['reset-password'],
    mutationFn: async ({ link, password, isAllEnded }: Reset) => {
      const body = { ...link, password, password_confirmation: password, ...(isAllEnded && { end_access: true }) }
      await api.call(resetPassword, { body })
      await session.refresh()
    },
    onError: (error) => {
      // It was turned on after the page was opened: now the page says that nothing else ends.
      if (isApiError(error, 'two-factor-required')) void client.invalidateQueries({ queryKey: accessKey })
    },
  })
}
