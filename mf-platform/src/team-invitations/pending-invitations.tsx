import { acceptInvitation, declineInvitation, ownInvitations, type TeamInvitation } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { isolate, useFact, useHost } from '@holdall/section'
import { Avatar, Button } from '@holdall/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'

/** Further ones are shown on demand: the list of folders is below. */
const SHOWN_AT_FIRST = 3

const Root = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  flex: none;
  max-block-size: 60%;
  padding: 2px 16px 16px;
  overflow-y: auto;
  outline: 0;
`
const Title = styled.h2`
  font-size: var(--t-13);
  line-height: 20px;
  font-weight: var(--w-semi);
  color: var(--text-2);
`
const Items = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
`
const Item = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 8px 12px;
  padding: 12px 16px;
  border-radius: var(--r-l);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  p {
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  p + p {
    color: var(--text-2);
    font-size: var(--t-13);
  }
  @media (max-width: 640px) {
    grid-template-columns: auto minmax(0, 1fr);
  }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  @media (max-width: 640px) {
    grid-column: 2;
  }
`

const listKey = ['own-team-invitations'] as const

/** The invitations of the user to team folders that were not answered yet; nothing where there is none. */
export function PendingInvitations() {
  const client = useQueryClient()
  const titleId = useId()
  const root = useRef<HTMLElement>(null)
  const [isWhole, setWhole] = useState(false)
  const refetch = useCallback(() => void client.invalidateQueries({ queryKey: listKey }), [client])
  useFact('notifications.changed', refetch)
  useFact('teams.changed', refetch)
  const { data = [] } = useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await api.call(ownInvitations, {}, { signal })).data,
    staleTime: 0,
  })
  if (data.length === 0) return null
  const shown = isWhole ? data : data.slice(0, SHOWN_AT_FIRST)
  return (
    <Root ref={root} aria-labelledby={titleId} tabIndex={-1}>
      <Title id={titleId}>
        <FormattedMessage id="team_invitations.title" />
      </Title>
      <Items>
        {shown.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} onAnswered={() => root.current?.focus()} />
        ))}
      </Items>
      {data.length > shown.length ? (
        <div>
          <Button size="s" variant="quiet" onClick={() => setWhole(true)}>
            <FormattedMessage id="team_invitations.show_all" values={{ count: data.length }} />
          </Button>
        </div>
      ) : null}
    </Root>
  )
}

interface InvitationProps {
  readonly invitation: TeamInvitation
  /** Called before the invitation leaves the list. */
  readonly onAnswered: () => void
}

function Invitation({ invitation: { id, attributes, relationships }, onAnswered }: InvitationProps) {
  const inviter = relationships.inviter.data.attributes
  const names = { inviter: isolate(inviter.name), folder: isolate(attributes.name) }
  const { mutate, isPending, variables } = useAnswer(id, onAnswered)
  const button = (answer: Answer) => (
    <Button
      size="s"
      {...(answer === 'accept' && { variant: 'primary' })}
      busy={isPending && variables === answer}
      disabled={isPending && variables !== answer}
      onClick={() => mutate(answer)}
    >
      <FormattedMessage id={`team_invitations.${answer}`} />
    </Button>
  )
  return (
    <Item>
      <Avatar name={inviter.name} avatar={inviter.avatar} color={inviter.color} size={32} decorative />
      <div>
        <p>
          <FormattedMessage id="team_invitations.invited" values={names} />
        </p>
        <p>
          <FormattedMessage id="team_invitations.permission" values={{ permission: attributes.permission }} />
        </p>
      </div>
      <Buttons>
        {button('accept')}
        {button('decline')}
      </Buttons>
    </Item>
  )
}

type Answer = 'accept' | 'decline'

function useAnswer(id: string, onAnswered: () => void) {
  const { events, navigation, toasts } = useHost()
  const intl = useIntl()
  const client = useQueryClient()
  const report = useReportError()
  const remove = () => {
    onAnswered()
    client.setQueryData<readonly TeamInvitation[]>(listKey, (list) => list?.filter((one) => one.id !== id))
    events.emit('teams.changed', {})
    events.emit('notifications.changed', {})
  }
  return useMutation({
    mutationFn: async (answer: Answer) => {
      const call = answer === 'accept' ? acceptInvitation : declineInvitation
      return (await api.call(call, { params: { id }, body: {} })).data.attributes
    },
    onSuccess: ({ name, parent_id: folderId }, answer) => {
      remove()
      const message = intl.formatMessage(
        { id: answer === 'accept' ? 'team_invitations.accepted' : 'team_invitations.declined' },
        { folder: isolate(name) },
      )
      const open = folderId !== null && {
        label: intl.formatMessage({ id: 'files.action.open' }),
        run: () => {
          navigation.go({ name: 'SharedWithMe', params: { id: folderId } })
        },
      }
      toasts.show({ type: 'success', message, ...(open && { action: open }) })
    },
    onError: (error) => {
      const isUsed = isApiError(error, 'invitation-used')
      if (isUsed || isApiError(error, 'invitation-ended') || isApiError(error, 'not-found')) {
        remove()
        const reason = isUsed ? 'used' : 'ended'
        toasts.show({ type: 'danger', message: intl.formatMessage({ id: `team_invitations.${reason}` }) })
      } else if (isApiError(error, 'too-many-team-folders')) {
        toasts.show({ type: 'danger', message: error.message })
      } else report(error)
    },
  })
}
