import type { ComponentProps } from 'react'
import { Check } from 'lucide-react'
import styled from 'styled-components'
import { touchStyles } from '../layout/hidden.tsx'
import { Icon, type IconType } from '../icon/icon.tsx'

const Root = styled.button`
  position: relative;
  ${touchStyles(32)}
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  block-size: 32px;
  padding-inline: 12px;
  border-radius: var(--r-full);
  font-size: var(--t-13);
  font-weight: var(--w-medium);
  line-height: 20px;
  white-space: nowrap;
  color: var(--text-2);
  background: var(--surface);
  box-shadow: inset 0 0 0 1px var(--line-2);
  & > svg {
    color: var(--icon);
  }
  &:hover {
    background: color-mix(in srgb, var(--surface), var(--text) 4%);
  }
  &[aria-pressed='true'] {
    background: var(--accent-soft);
    color: var(--accent-text);
    box-shadow: inset 0 0 0 1px var(--accent-line);
    & > svg {
      color: inherit;
    }
  }
  &:disabled {
    color: var(--disabled-text);
    cursor: not-allowed;
  }
  @media (max-width: 640px) {
    block-size: 36px;
  }
`

export type ChipProps = ComponentProps<'button'> & { pressed?: boolean; icon?: IconType }

/** A filter that is on or off; without `pressed` a round button. */
export const Chip = ({ pressed, icon, children, ...rest }: ChipProps) => {
  const shown = pressed && !icon ? Check : icon
  return (
    <Root type="button" aria-pressed={pressed} {...rest}>
      {shown ? <Icon as={shown} size={14} /> : null}
      {children}
    </Root>
  )
}
