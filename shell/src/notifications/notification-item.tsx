import type { Notification, NotificationAction } from '@holdall/api'
import { Link } from '@holdall/section'
import { buttonStyles, IconButton } from '@holdall/ui'
import { X } from '@holdall/ui/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { InvitationButtons } from './invitation-buttons.tsx'
import { NotificationIcon } from './notification-icon.tsx'
import { NotificationTime } from './notification-time.tsx'

/** SPEC "Business constants". */
const HIGHLIGHT_MS = 1000

const Root = styled.article`
  position: relative;
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr);
  gap: 12px;
  padding: 12px;
  padding-inline-end: 40px;
  border-radius: 12px;
  transition: background 600ms var(--ease);
  &[data-new] {
    background: var(--selected);
    transition: none;
  }
  &:hover:not([data-new]) {
    background: var(--hover);
    transition: none;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  @media (forced-colors: active) {
    &[data-new] {
      outline: 1px solid Highlight;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    transition: none;
  }
`
const Words = styled.div`
  display: grid;
  gap: 1px;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`
const Title = styled.h4`
  font-size: var(--t-14);
  font-weight: var(--w-semi);
  line-height: 20px;
  letter-spacing: -0.01em;
`
const Description = styled.p`
  color: var(--text-2);
  font-size: var(--t-13);
  line-height: 19px;
  text-wrap: pretty;
`
const When = styled.span`
  margin-block-start: 2px;
  color: var(--text-3);
  font-size: var(--t-12);
  letter-spacing: 0;
`
const Actions = styled.div`
  margin-block: 8px 4px;
`
const ActionLink = styled(Link)`
  ${buttonStyles({ size: 's' })}
  white-space: normal;
`
const Remove = styled(IconButton)`
  position: absolute;
  inset-block-start: 8px;
  inset-inline-end: 8px;
  @media (hover: hover) {
    opacity: 0;
    ${Root}:hover &, ${Root}:focus-within & {
      opacity: 1;
    }
  }
`

interface Props {
  readonly userId: string
  readonly notification: Notification
  readonly now: number
  readonly isTabStop: boolean
  readonly onFocus: () => void
  readonly onRemove: () => void
  /** Closes the centre. */
  readonly onClose: () => void
}

export function NotificationItem({ userId, notification, now, isTabStop, onFocus, onRemove, onClose }: Props) {
  const { id, attributes } = notification
  const { title, description, category, created_at: createdAt, action } = attributes
  const intl = useIntl()
  const titleId = useId()
  const root = useRef<HTMLElement>(null)
  // Opening the centre marks them as read: what was unread when it was shown stays highlighted.
  const [isNew, setNew] = useState(attributes.read_at === null)
  useEffect(() => {
    const timer = setTimeout(() => {
      setNew(false)
    }, HIGHLIGHT_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move between the items, as in a feed.
    <Root
      ref={root}
      aria-labelledby={titleId}
      data-notification={id}
      data-new={isNew || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
    >
      <NotificationIcon category={category} />
      <Words>
        <Title id={titleId}>{title}</Title>
        <Description>{description}</Description>
        {action ? (
          <Actions>
            {action.type === 'invitation' ? (
              <InvitationButtons
                userId={userId}
                invitationId={action.params.id}
                onAnswered={() => {
                  // The buttons are gone.
                  if (root.current?.contains(document.activeElement)) root.current.focus()
                }}
              />
            ) : (
              <Action action={action} onClose={onClose} />
            )}
          </Actions>
        ) : null}
        <When>
          <NotificationTime at={createdAt} now={now} />
        </When>
      </Words>
      <Remove
        icon={X}
        size="s"
        label={intl.formatMessage({ id: 'notifications.remove' }, { title })}
        onClick={onRemove}
      />
    </Root>
  )
}

interface ActionProps {
  readonly action: Exclude<NotificationAction, { type: 'invitation' }>
  readonly onClose: () => void
}

function Action({ action, onClose }: ActionProps) {
  const { navigation } = useShell()
  if (action.type === 'route') {
    const { route, id, button } = action.params
    return (
      <ActionLink data-action to={navigation.href(route, id === null ? {} : { id })} onClick={onClose}>
        {button}
      </ActionLink>
    )
  }
  const { url, target, button } = action.params
  return (
    <ActionLink
      data-action
      to={url}
      onClick={onClose}
      {...(target === 'blank' && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {button}
    </ActionLink>
  )
}
