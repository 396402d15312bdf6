import { useRef, type ComponentProps, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import styled from 'styled-components'
import { IconButton } from '../button/icon-button.tsx'
import { Grow } from '../layout/box.tsx'
import { Text } from '../layout/text.tsx'
import { PopupBody, PopupFooter, PopupHead, popupStyles, PopupTitle } from './dialog-layout.tsx'

const widths = { s: 440, m: 490, l: 520, xl: 640 }

const Dim = styled(Base.Backdrop)`
  position: fixed;
  inset: 0;
  /* The layer of popups, so that a second one dims the first. */
  z-index: var(--z-popup);
  background: var(--dim);
  transition: opacity var(--m-slow) var(--ease);
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`
const Popup = styled(Base.Popup)<{ $width: number }>`
  --popup-width: ${({ $width }) => $width}px;
  ${popupStyles}
  transition:
    opacity var(--m-slow) var(--ease),
    transform var(--m-slow) var(--ease);
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: scale(0.98);
  }
  &[data-ending-style] {
    transition-duration: var(--m-fast);
  }
  @media (max-width: 640px) {
    &[data-starting-style],
    &[data-ending-style] {
      transform: translateY(8px);
    }
  }
`

/** Its middle is the middle of the title's first line, which is 24 px high. */
const Close = styled(IconButton)`
  margin-block: -6px;
  @media (max-width: 640px) {
    margin-block: -10px;
  }
`

const tabbable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

type Frame =
  | {
      /** Draws the head, and names the popup. */
      title: ReactNode
      /** Line below the title. */
      subtitle?: ReactNode
      /** Before the title. */
      icon?: ReactNode
      closeLabel: string
      footer?: ReactNode
    }
  | {
      /** The content draws everything itself and names the popup: id of its title. */
      labelledBy: string
    }

export type DialogProps = Frame & {
  open: boolean
  /** Asked for by Escape, the cross, or a press beside it. */
  onClose: () => void
  /** After it is gone from the page. */
  onClosed?: () => void
  /** 440, 490, 520 or 640 px. */
  size?: keyof typeof widths
  /** `alertdialog` for questions and warnings. */
  role?: 'dialog' | 'alertdialog'
  /** Whether Escape and a press outside close it; with `escape` only Escape does. */
  dismiss?: 'anyhow' | 'escape' | 'never'
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  /** Where it is put; by default the body. */
  container?: HTMLElement | null
  children: ReactNode
}

/** A popup over the page: holds the focus, gives it back, closes on Escape. */
export const Dialog = (props: DialogProps) => {
  const { open, onClose, onClosed, size = 'm', role = 'dialog', dismiss = 'anyhow', container, children } = props
  const framed = 'title' in props
  const body = useRef<HTMLDivElement>(null)
  // The close button is first in the popup, but is not what it was opened for.
  const firstOfBody: DialogProps['initialFocus'] = (type) =>
    (type === 'touch' ? null : body.current?.querySelector<HTMLElement>(tabbable)) ?? true
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={dismiss !== 'anyhow'}
      onOpenChange={(next, details) => {
        if (next) return
        if (dismiss === 'never' && details.reason === 'escape-key') details.cancel()
        else onClose()
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
    >
      <Base.Portal {...(container && { container })}>
        <Dim />
        <Popup
          $width={widths[size]}
          role={role}
          {...(!framed && { 'aria-labelledby': props.labelledBy })}
          initialFocus={props.initialFocus ?? (framed ? firstOfBody : true)}
          {...(props.finalFocus !== undefined && { finalFocus: props.finalFocus })}
        >
          {framed ? (
            <>
              <PopupHead>
                {props.icon}
                <Grow>
                  <Base.Title render={<PopupTitle />}>{props.title}</Base.Title>
                  {props.subtitle ? (
                    <Base.Description render={<Text as="p" variant="secondary" tone="subtle" />}>
                      {props.subtitle}
                    </Base.Description>
                  ) : null}
                </Grow>
                {dismiss === 'never' ? null : (
                  <Close icon={X} iconSize={20} label={props.closeLabel} onClick={onClose} />
                )}
              </PopupHead>
              <PopupBody ref={body}>{children}</PopupBody>
              {props.footer ? <PopupFooter>{props.footer}</PopupFooter> : null}
            </>
          ) : (
            children
          )}
        </Popup>
      </Base.Portal>
    </Base.Root>
  )
}
