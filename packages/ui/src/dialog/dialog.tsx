import { useRef, type ComponentProps, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import styled, { css } from 'styled-components'
import { IconButton } from '../button/icon-button.tsx'
import { Grow } from '../layout/box.tsx'
import { Text } from '../layout/text.tsx'
import { PopupBody, PopupFooter, PopupHead, popupStyles, PopupTitle } from './dialog-layout.tsx'

const widths = { s: 440, m: 490, l: 520, xl: 640 }

const Dim = styled(Base.Backdrop)`
  position: fixed;
  inset: 0;
  /* The same layer as popups, so that a second one dims the first. */
  z-index: var(--z-popup);
  background: var(--dim);
  transition: opacity var(--m-slow) var(--ease);
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`
/** As high as its content at most, which scrolls in itself. */
const topStyles = css`
  display: flex;
  flex-direction: column;
  margin-block-start: 12vh;
  max-block-size: 76vh;
  overflow: hidden;
  @media (max-width: 640px) {
    inset-block: 0 auto;
    margin-block-start: 0;
    max-block-size: 100dvh;
    border-radius: 0 0 20px 20px;
  }
`
const Popup = styled(Base.Popup)<{ $width: number; $top: boolean }>`
  --popup-width: ${({ $width }) => $width}px;
  ${popupStyles}
  ${({ $top }) => $top && topStyles}
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

/** Centred on the first line of the title, which is 24 px high. */
const Close = styled(IconButton)`
  margin-block: -6px;
  @media (max-width: 640px) {
    margin-block: -10px;
  }
`

/** Selector of what Tab reaches. */
export const tabbable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

type Frame =
  | {
      /** Title in the header, which is the popup's accessible name. */
      title: ReactNode
      /** Text below the title. */
      subtitle?: ReactNode
      /** Icon before the title. */
      icon?: ReactNode
      closeLabel: string
      footer?: ReactNode
    }
  | {
      /** Without a header: id of the element in the content that is the popup's accessible name. */
      labelledBy: string
    }

export type DialogProps = Frame & {
  open: boolean
  /** Called by Escape, the close button, and a click outside. */
  onClose: () => void
  /** Called after it is removed from the page. */
  onClosed?: () => void
  /** Width: `s` 440, `m` 490, `l` 520, `xl` 640 px. Default: `m`. */
  size?: keyof typeof widths
  /** At the top of the window, in a flex column; by default in its middle, a bottom sheet on a phone. */
  placement?: 'middle' | 'top'
  /** `alertdialog` for questions and warnings. */
  role?: 'dialog' | 'alertdialog'
  /** What closes it besides its buttons: Escape and a click outside, Escape alone, or nothing. */
  dismiss?: 'anyhow' | 'escape' | 'never'
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus']
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  /** Element that it is rendered in; default: the body. */
  container?: HTMLElement | null
  children: ReactNode
}

/** A popup above the page. Traps the focus and returns it when closed. */
export const Dialog = (props: DialogProps) => {
  const { open, onClose, onClosed, size = 'm', role = 'dialog', dismiss = 'anyhow', container, children } = props
  const top = props.placement === 'top'
  const framed = 'title' in props
  const body = useRef<HTMLDivElement>(null)
  // Not the close button, which is the first element of the popup.
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
          $top={top}
          {...(top && { 'data-begins': 'top' })}
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
