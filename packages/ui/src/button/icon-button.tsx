import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { touchStyles } from '../layout/hidden.tsx'
import { Icon, type IconType } from '../icon/icon.tsx'

const sides = { s: 28, m: 36, l: 44 }
const drawn = { s: 16, m: 18, l: 20 }

const Root = styled.button<{ $size: keyof typeof sides }>`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  inline-size: ${({ $size }) => sides[$size]}px;
  block-size: ${({ $size }) => sides[$size]}px;
  border-radius: ${({ $size }) => ($size === 's' ? '7px' : '9px')};
  color: var(--icon);
  transition:
    background var(--m-fast) var(--ease),
    color var(--m-fast) var(--ease);
  ${({ $size }) => $size === 's' && touchStyles(sides.s)}
  &:hover,
  &[data-popup-open] {
    background: var(--hover);
    color: var(--text);
  }
  &:active {
    background: var(--press);
  }
  &[aria-pressed='true'] {
    background: var(--accent-soft);
    color: var(--accent-text);
  }
  &:disabled {
    color: var(--disabled-text);
    background: none;
    cursor: not-allowed;
  }
  @media (max-width: 640px) {
    ${({ $size }) => $size === 'm' && 'inline-size: 44px; block-size: 44px;'}
  }
`

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconType
  /** Accessible name and tooltip. */
  label: string
  size?: keyof typeof sides
  /** Size of the icon in pixels; default: by `size`. */
  iconSize?: number
  flip?: boolean
}

/** A button with an icon only, of 28 (`s`), 36 (`m`) or 44 px (`l`). */
export const IconButton = ({ icon, label, size = 'm', iconSize, flip = false, ...rest }: IconButtonProps) => (
  <Root type="button" aria-label={label} title={label} {...rest} $size={size}>
    <Icon as={icon} size={iconSize ?? drawn[size]} flip={flip} />
  </Root>
)
