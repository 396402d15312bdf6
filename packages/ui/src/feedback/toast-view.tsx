import type { ComponentProps } from 'react'
import { X } from 'lucide-react'
import styled from 'styled-components'
import { IconButton } from '../button/icon-button.tsx'
import { toneIcons, type Tone } from '../display/notice.tsx'
import { Icon } from '../icon/icon.tsx'

const Root = styled.div<{ $tone: Tone }>`
  display: flex;
  align-items: center;
  gap: 12px;
  min-block-size: 48px;
  max-inline-size: min(440px, calc(100vw - 32px));
  padding: 8px 16px;
  border-radius: 12px;
  background: var(--inverse);
  color: var(--on-inverse);
  font-weight: var(--w-medium);
  box-shadow:
    0 0 0 1px var(--inverse-line),
    0 12px 32px -8px rgb(0 0 0 / 0.4);
  --focus: var(--inverse-link);
  &:has(button) {
    padding-inline-end: 8px;
  }
  & > svg {
    color: ${({ $tone }) => ($tone === 'info' ? 'inherit' : `var(--inverse-${$tone})`)};
  }
  & > button[aria-label] {
    color: inherit;
    opacity: 0.72;
    &:hover {
      background: rgb(255 255 255 / 0.08);
      opacity: 1;
    }
  }
`
const Words = styled.span`
  flex: 1;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`
const Action = styled.button`
  flex: none;
  padding: 6px 10px;
  border-radius: 7px;
  color: var(--inverse-link);
  font-weight: var(--w-semi);
  font-size: var(--t-13);
  &:hover {
    background: rgb(255 255 255 / 0.08);
  }
`

export type ToastViewProps = ComponentProps<'div'> & {
  tone?: Tone
  action?: { label: string; onSelect: () => void } | undefined
  /** Adds a close button, which needs `closeLabel`. */
  onClose?: (() => void) | undefined
  closeLabel?: string
}

/** A short message. The caller sets position, duration and live region. */
export const ToastView = ({ tone = 'info', action, onClose, closeLabel, children, ...rest }: ToastViewProps) => (
  <Root {...rest} $tone={tone}>
    <Icon as={toneIcons[tone]} />
    <Words>{children}</Words>
    {action ? (
      <Action type="button" onClick={action.onSelect}>
        {action.label}
      </Action>
    ) : null}
    {onClose && closeLabel ? <IconButton icon={X} label={closeLabel} size="s" onClick={onClose} /> : null}
  </Root>
)
