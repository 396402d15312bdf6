import { type ReactNode, useEffect, useRef } from 'react'
import { createStore } from '@holdall/file-browser'
import { useLocation, useReadable } from '@holdall/section'
import { useIntl } from 'react-intl'
import styled from 'styled-components'

const Panel = styled.dialog`
  position: fixed;
  inset-block: 8px;
  inset-inline: 8px auto;
  inline-size: 284px;
  block-size: auto;
  max-block-size: none;
  margin: 0;
  padding: 0 0 0 12px;
  border: 0;
  border-radius: var(--r-l);
  background: var(--canvas);
  color: var(--text);
  box-shadow: var(--sh-4);
  &::backdrop {
    background: var(--dim);
  }
  [dir='rtl'] & {
    padding: 0 12px 0 0;
  }
`

/** Whether the sidebar is open as a drawer, below 1024 px. */
export const isDrawerOpen = createStore(false)

const close = () => {
  isDrawerOpen.set(false)
}

/** The sidebar over the page. The browser's dialog traps the focus and handles Escape. */
export function Drawer({ children }: { readonly children: ReactNode }) {
  const intl = useIntl()
  const isOpen = useReadable(isDrawerOpen)
  const { key } = useLocation()
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) panel.current?.showModal()
    else panel.current?.close()
  }, [isOpen])
  // Navigating closes it.
  useEffect(() => close, [key])
  return (
    <Panel
      ref={panel}
      aria-label={intl.formatMessage({ id: 'frame.sidebar' })}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      {isOpen ? children : null}
    </Panel>
  )
}
