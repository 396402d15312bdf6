import { acceptInvitation, declineInvitation } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { isolate } from '@holdall/section'
import { Button } from '@holdall/ui'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { notificationsKey, type Pages, withoutInvitation } from './notification-queries.ts'

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

type Answer = 'accept' | 'decline'

interface Props {
  readonly userId: string
  readonly invitationId: string
  /** It was answered, or cannot be answered any more; called before the buttons disappear. */
  readonly onAnswered: () => void
}

/** Accepts or declines an invitation to a team folder. */
export function InvitationButtons({ userId, invitationId, onAnswered }: Props) {
  const { mutate } = useAnswer({ userId, invitationId, onAnswered })
  const pending = usePendingAnswer(invitationId)
  const button = (answer: Answer) => (
    <Button
      size="s"
      {...(answer === 'accept' && { variant: 'primary' })}
      busy={pending === answer}
      disabled={pending !== undefined && pending !== answer}
      onClick={() => {
        mutate(answer)
      }}
    >
      <FormattedMessage id={`notifications.invitation.${answer}`} />
    </Button>
  )
  return (
    <Buttons>
      {button('accept')}
      {button('decline')}
    </Buttons>
  )
}

const mutationKeyOf = (invitationId: string) => ['answer-team-invitation', invitationId]

/** The answer that is being sent, by the toast or by the item in the centre. */
function usePendingAnswer(invitationId: string): Answer | undefined {
  const [pending] = useMutationState({
    filters: { mutationKey: mutationKeyOf(invitationId), status: 'pending' },
    select: ({ state }) => state.variables as Answer,
  })
  return pending
}

function useAnswer({ userId, invitationId, onAnswered }: Props) {
  const { events, log, navigation, toasts } = useShell()
  const intl = useIntl()
  const client = useQueryClient()
  const key = notificationsKey(userId)
  const clearAction = async () => {
    onAnswered()
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<Pages>(key, (pages) => withoutInvitation(pages, invitationId))
    events.emit('notifications.changed', {})
  }
  const fail = (id: string) => {
    toasts.show({ type: 'danger', message: intl.formatMessage({ id: `notifications.invitation.${id}` }) })
  }
  return useMutation({
    mutationKey: mutationKeyOf(invitationId),
    mutationFn: async (answer: Answer) => {
      const call = answer === 'accept' ? acceptInvitation : declineInvitation
      return (await api.call(call, { params: { id: invitationId }, body: {} })).data.attributes
    },
    onSuccess: async ({ name, parent_id: folderId }) => {
      await clearAction()
      events.emit('teams.changed', {})
      const folder = isolate(name)
      toasts.show(
        folderId === null
          ? { type: 'success', message: intl.formatMessage({ id: 'you_decline_invitation' }, { folder }) }
          : {
              type: 'success',
              message: intl.formatMessage({ id: 'you_accepted_invitation' }, { folder }),
              action: {
                label: intl.formatMessage({ id: 'notifications.invitation.open' }),
                run: () => {
                  navigation.go({ name: 'SharedWithMe', params: { id: folderId } })
                },
              },
            },
      )
    },
    onError: async (error) => {
      // The page shows that the session has ended.
      if (isApiError(error, 'unauthenticated')) return
      const isUsed = isApiError(error, 'invitation-used')
      // Unknown where it was deleted long after its end, or where the address of the account is another one by now.
      if (isUsed || isApiError(error, 'invitation-ended') || isApiError(error, 'not-found')) {
        await clearAction()
        fail(isUsed ? 'used' : 'ended')
        return
      }
      if (isApiError(error, 'too-many-team-folders')) toasts.show({ type: 'danger', message: error.message })
      else if (isApiError(error, 'throttled')) fail('throttled')
      else {
        log.warn('An invitation was not answered.', error)
        fail('failed')
      }
    },
  })
}
