import type { Notification } from '@holdall/api'
import { useReadable } from '@holdall/section'
import { IconButton } from '@holdall/ui'
import { X } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import type { ToastStore } from '../stores/toast-store.ts'
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
  display: flex;
  align-items: center;
  padding-inline-end: 8px;
  border-radius: var(--r-l);
  background: var(--popup);
  box-shadow: var(--sh-4);
`
const Open = styled.button`
  flex: 1;
  display: flex;
  align-items: center;
  gap: 12px;
  min-inline-size: 0;
  padding: 12px;
  border-radius: var(--r-l);
  text-align: start;
`
const Title = styled.span`
  min-inline-size: 0;
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

interface Props {
  readonly toasts: ToastStore<{ readonly notification: Notification }>
  /** Opens the notification centre. */
  readonly onOpen: () => void
}

/** New notifications at the top of the page. The region is always rendered: screen readers read only what is added. */
export function NotificationToasts({ toasts, onOpen }: Props) {
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
      {shown.map(({ id, notification: { attributes } }) => (
        <Card key={id}>
          <Open
            type="button"
            onClick={() => {
              toasts.dismiss(id)
              onOpen()
            }}
          >
            <NotificationIcon category={attributes.category} />
            <Title>{attributes.title}</Title>
          </Open>
          <IconButton
            icon={X}
            size="s"
            label={intl.formatMessage({ id: 'close' })}
            onClick={() => {
              toasts.dismiss(id)
            }}
          />
        </Card>
      ))}
    </Region>
  )
}
