import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import styled from 'styled-components'
import { dark } from '../theme/dark-theme.ts'

const Popup = styled(Base.Popup)`
  ${dark}
  --surface: #0a0d0c;
  --icon: #a8b0ad;
  --hover: rgb(255 255 255 / 0.08);
  --press: rgb(255 255 255 / 0.14);
  position: fixed;
  inset: 0;
  z-index: var(--z-popup);
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  background: var(--surface);
  color: var(--text);
  &:focus {
    outline: 0;
  }
  @media print {
    position: static;
    display: block;
    background: none;
  }
`

/** What may be above the layer, and the layer itself. */
const popups = ':is(dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])'

export interface FullScreenLayerProps {
  /** Accessible name. */
  readonly label: string
  /** Called by Escape, unless a popup above the layer has the focus, or a part of it with `data-own-escape`. */
  readonly onClose: () => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  readonly children: ReactNode
}

/**
 * A layer that covers the page, dark in both themes. It is open while it is rendered and traps the focus; the caller
 * returns the focus when it closes.
 */
export const FullScreenLayer = ({ label, onClose, onKeyDown, children }: FullScreenLayerProps) => {
  const layer = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(open, details) => {
        if (open) return
        const { target } = details.event
        // Escape reaches every open popup. The focus may also be on the page behind, for a moment after the layer opened.
        const owner = target instanceof Element ? target.closest(`${popups}, [data-own-escape]`) : null
        if (owner && !owner.matches('[data-full-screen-layer]')) details.cancel()
        else onClose()
      }}
    >
      <Base.Portal>
        <Popup
          ref={layer}
          data-full-screen-layer
          aria-label={label}
          // Not its close button: browsers draw a focus ring on it even after a tap, and Space would close the layer.
          initialFocus={layer}
          finalFocus={false}
          onKeyDown={onKeyDown}
        >
          {children}
        </Popup>
      </Base.Portal>
    </Base.Root>
  )
}
