import type { Notification } from '@holdall/api'
import { useReadable } from '@holdall/section'
import { IconButton } from '@holdall/ui'
import { X } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { ToastStore } from '../stores/toast-store.ts'
import { InvitationButtons } from './invitation-buttons.tsx'
import { NotificationIcon } from './notification-icon.tsx'

const Region = styled.section`
  position: fixed;
  z-index: var(--z-toast);
  inset-block-start: calc(16px + env(safe-area-inset-top));
  inset-inline-end: 16px;
  display: grid;
  gap: 8px;
  inline-size: min(360px, calc(100vw - 32px));
  pointer-events: none;
  & > * {
    pointer-events: auto;
  }
`
const Card = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  padding-inline-end: 8px;
  border-radius: var(--r-l);
  background: var(--popup);
  box-shadow: var(--sh-4);
`
const Open = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;
  padding: 12px;
  border-radius: var(--r-l);
  text-align: start;
`
const Words = styled.span`
  display: grid;
  gap: 1px;
  min-inline-size: 0;
`
const Title = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font-size: var(--t-14);
  font-weight: var(--w-semi);
  line-height: 20px;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
`

const Description = styled(Title)`
  color: var(--text-2);
  font-size: var(--t-13);
  font-weight: var(--w-regular);
  line-height: 19px;
`
const Actions = styled.div`
  grid-column: 1 / -1;
  padding-block-end: 12px;
  /* Below the text: after the icon and the gap. */
  padding-inline: 60px 4px;
`

interface Props {
  readonly userId: string
  /** Those of the list, which say what can still be done. */
  readonly items: readonly Notification[]
  readonly toasts: ToastStore<{ readonly notification: Notification }>
  /** Opens the notification centre. */
  readonly onOpen: () => void
}

/** New notifications at the top of the page. The region is always rendered: screen readers read only what is added. */
export function NotificationToasts({ userId, items, toasts, onOpen }: Props) {
  const intl = useIntl()
  const shown = useReadable(toasts.shown)
  return (
    <Region
      aria-label={intl.formatMessage({ id: 'notifications.toasts' })}
      aria-live="polite"
      aria-atomic={false}
      onMouseEnter={toasts.hold}
      onMouseLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      {shown.map(({ id, notification }) => {
        const { attributes } = items.find((item) => item.id === notification.id) ?? notification
        const invitation = attributes.action?.type === 'invitation' ? attributes.action.params : null
        return (
          <Card key={id}>
            <Open
              type="button"
              onClick={() => {
                toasts.dismiss(id)
                onOpen()
              }}
            >
              <NotificationIcon category={attributes.category} />
              <Words>
                <Title>{attributes.title}</Title>
                {invitation ? <Description>{attributes.description}</Description> : null}
              </Words>
            </Open>
            <IconButton
              icon={X}
              size="s"
              label={intl.formatMessage({ id: 'close' })}
              onClick={() => {
                toasts.dismiss(id)
              }}
            />
            {invitation ? (
              <Actions>
                <InvitationButtons
                  userId={userId}
                  invitationId={invitation.id}
                  onAnswered={() => {
                    toasts.dismiss(id)
                  }}
                />
              </Actions>
            ) : null}
          </Card>
        )
      })}
    </Region>
  )
}
