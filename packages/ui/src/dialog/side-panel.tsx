import { type KeyboardEvent, useRef, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import styled from 'styled-components'
import { IconButton } from '../button/icon-button.tsx'
import { Grow } from '../layout/box.tsx'
import { Heading } from '../layout/text.tsx'
import { useIsPhone } from '../theme/media.ts'
import { tabbable } from './dialog.tsx'

const Panel = styled(Base.Popup)`
  position: fixed;
  z-index: var(--z-panel);
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border-radius: var(--r-l);
  background: var(--popup);
  box-shadow: var(--sh-4);
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

export type SidePanelProps = {
  /** Place and size on wider screens. */
  className?: string
  /** Names the panel. */
  title: ReactNode
  closeLabel: string
  /** Called on Escape, the cross, or a press outside. */
  onClose: () => void
  /** Selector of the buttons that toggle it: a press on one is not outside. */
  triggers: string
  /** Buttons of its head. */
  actions?: ReactNode
  children: ReactNode
}

/** A panel over the page, which stays in reach; on a phone it covers the page and holds the focus. */
export const SidePanel = ({ className, title, closeLabel, onClose, triggers, actions, children }: SidePanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  const isModal = useIsPhone()
  // The panel is at the end of the page, and what opens it is not a trigger of the library, which would stop at one of
  // its focus guards: Tab at either end of the panel leads to what opened it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || isModal || !panel.current) return
    const inside = [...panel.current.querySelectorAll<HTMLElement>(tabbable)]
    const last = event.shiftKey ? inside[0] : inside.at(-1)
    const { activeElement } = document
    const isAtEnd = activeElement === last || (event.shiftKey && activeElement === panel.current)
    const trigger = [...document.querySelectorAll<HTMLElement>(triggers)].find(isShown)
    if (!isAtEnd || !trigger) return
    event.preventDefault()
    trigger.focus()
  }
  return (
    <Base.Root
      open
      modal={isModal}
      onOpenChange={(_, details) => {
        const { reason, event } = details
        const isTrigger = event.target instanceof Element && event.target.closest(triggers) !== null
        if (reason === 'focus-out' || (reason === 'outside-press' && isTrigger)) details.cancel()
        else onClose()
      }}
    >
      <Base.Portal>
        <Panel ref={panel} className={className} data-begins="top" initialFocus={panel} onKeyDown={onKeyDown}>
          <Head>
            <Grow>
              <Base.Title render={<Heading />}>{title}</Base.Title>
            </Grow>
            {actions}
            <IconButton icon={X} iconSize={20} label={closeLabel} onClick={onClose} />
          </Head>
          <Body>{children}</Body>
        </Panel>
      </Base.Portal>
    </Base.Root>
  )
}

/** jsdom has no layout. */
const isShown = (element: Element) => element.checkVisibility?.() ?? true
