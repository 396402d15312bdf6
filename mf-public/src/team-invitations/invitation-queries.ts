import { acceptInvitation, declineInvitation, type ErrorCode, showInvitation, type TeamInvitation } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useFact, useHost, useSession } from '@holdall/section'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'
import { deleteInvitationSecret } from './invitation-secret.ts'

export const invitationPath = (id: string): string => `/team-folder-invitation/${id}`

const keyOf = (id: string) => ['team-invitation', id]

/** The invitation, for whoever has its secret or is signed in with its address; refetched when one of them changes. */
export function useInvitation(id: string, secret: string | undefined) {
  const session = useSession()
  const client = useQueryClient()
  useFact(
    'notifications.changed',
    useCallback(() => void client.invalidateQueries({ queryKey: keyOf(id) }), [client, id]),
  )
  return useQuery({
    queryKey: [...keyOf(id), secret ?? null, session.state === 'signed-in' ? session.user.id : null],
    queryFn: async ({ signal }) =>
      (await api.call(showInvitation, { params: { id }, query: { ...(secret && { secret }) } }, { signal })).data,
    // During sign-up the session begins while the form is shown.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
}

const goneCodes: readonly string[] = [
  'invitation-ended',
  'not-found',
  'validation',
  'address-unconfirmed',
] satisfies readonly ErrorCode[]

/** There is no such invitation, not any more, or not for this reader yet. */
export const isGone = (error: unknown): boolean => isApiError(error) && goneCodes.includes(error.code)

/** The invitation is not what the page shows any more. */
export const isOutdated = (error: unknown): boolean =>
  (isGone(error) && !isApiError(error, 'address-unconfirmed')) || isApiError(error, 'invitation-used')

export type Answer = 'accept' | 'decline'

/** Accepts or declines; the page follows. */
export function useAnswerInvitation(id: string, secret: string | undefined) {
  const { events, session } = useHost()
  const client = useQueryClient()
  return useSingleMutation<TeamInvitation, Answer>({
    mutationKey: ['answer-team-invitation', id],
    mutationFn: async (answer) => {
      const call = answer === 'accept' ? acceptInvitation : declineInvitation
      return (await api.call(call, { params: { id }, body: { ...(secret && { secret }) } })).data
    },
    onSuccess: (invitation, answer) => {
      if (answer === 'accept') deleteInvitationSecret(id)
      client.setQueriesData({ queryKey: keyOf(id) }, invitation)
      events.emit('teams.changed', {})
      events.emit('notifications.changed', {})
    },
    onError: (error) => {
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: keyOf(id) })
      // The address of the account was changed elsewhere.
      if (isApiError(error, 'wrong-account')) session.refresh().catch(() => undefined)
    },
  })
}
