import { useEffect, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useBackEntry, useReadable } from '@holdall/section'
import { EmptyState, Grow, Heading, IconButton, KindTile, useIsPhone } from '@holdall/ui'
import { Bell, X } from '@holdall/ui/icons'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { BELL_SELECTOR } from './notification-bell.ts'

/** Not modal: the page beside it stays in reach. */
const Panel = styled.section.attrs({ role: 'dialog', 'data-begins': 'top' })`
  position: fixed;
  z-index: var(--z-panel);
  inset-block: 8px;
  inset-inline-start: calc(var(--rail) + 2px);
  inline-size: 360px;
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border-radius: var(--r-l);
  background: var(--popup);
  box-shadow: var(--sh-4);
  @media (max-width: 1023px) {
    inset-inline-start: 70px;
  }
  @media (max-width: 640px) {
    inset: 0;
    z-index: var(--z-popup);
    inline-size: 100%;
    border-radius: 0;
  }
  &:focus {
    outline: 0;
  }
`
const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 16px;
  padding-inline: 20px 12px;
`
const Body = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  overflow: auto;
  scrollbar-width: none;
  padding: 0 8px 16px;
`

/** Notifications of the user, in a panel beside the rail. */
export function NotificationCentre() {
  const { notifications } = useShell()
  const isOpen = useReadable(notifications.isOpen)
  return isOpen ? <OpenCentre close={notifications.close} /> : null
}

function OpenCentre({ close }: { readonly close: () => void }) {
  const intl = useIntl()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  usePressOutside(panel, close)
  useEscape(close)
  useBackEntry(useIsPhone(), close)
  useFocusWhileOpen(panel)
  return (
    <Panel ref={panel} aria-labelledby={titleId} tabIndex={-1}>
      <Head>
        <Grow>
          <Heading id={titleId}>
            <FormattedMessage id="notifications.title" />
          </Heading>
        </Grow>
        <IconButton icon={X} iconSize={20} label={intl.formatMessage({ id: 'close' })} onClick={close} />
      </Head>
      <Body>
        <EmptyState
          art={<KindTile round size={56} iconSize={24} hue="grey" icon={Bell} />}
          level="h3"
          title={<FormattedMessage id="not_any_notifications" />}
          text={<FormattedMessage id="notifications.hint" />}
        />
      </Body>
    </Panel>
  )
}

function usePressOutside(panel: { readonly current: HTMLElement | null }, close: () => void) {
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target) || target.closest(BELL_SELECTOR)) return
      close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [panel, close])
}

/** Closes on Escape, wherever the focus is, unless a popup is open. */
function useEscape(close: () => void) {
  const { overlay } = useShell()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && overlay.layers.get().length === 0) close()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [overlay, close])
}

/** Takes the focus when it opens and gives it back to the bell, unless it went somewhere else meanwhile. */
function useFocusWhileOpen(panel: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const before = document.activeElement
    const opened = panel.current
    opened?.focus()
    return () => {
      if (opened?.contains(document.activeElement) || document.activeElement === document.body) {
        if (before instanceof HTMLElement && before.isConnected) before.focus()
      }
    }
  }, [panel])
}
