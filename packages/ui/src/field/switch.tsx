import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { useFieldControl } from './field-control.ts'

const Root = styled.input.attrs({ type: 'checkbox', role: 'switch' })`
  appearance: none;
  position: relative;
  flex: none;
  inline-size: 36px;
  block-size: 22px;
  margin: 0;
  border-radius: 11px;
  background: var(--control-line);
  cursor: pointer;
  transition: background var(--m) var(--ease);
  &::before {
    content: '';
    position: absolute;
    inset: -11px -4px;
  }
  &::after {
    content: '';
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 2px;
    inline-size: 18px;
    block-size: 18px;
    border-radius: 50%;
    background: #fff;
    box-shadow: 0 1px 2px rgb(0 0 0 / 0.25);
    transition: transform var(--m) var(--ease);
  }
  &:checked {
    background: var(--accent-solid);
  }
  &:checked::after {
    background: var(--thumb);
    transform: translateX(14px);
  }
  [dir='rtl'] &:checked::after {
    transform: translateX(-14px);
  }
  @media (forced-colors: active) {
    &::after {
      content: none;
    }
  }
  &:disabled {
    opacity: 0.45;
    cursor: not-allowed;
  }
`

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> & {
  checked: boolean
  onChange?: (checked: boolean) => void
}

/** A switch, whose change takes effect at once. Its name comes from a Field, a label or `aria-label`. */
export const Switch = ({ checked, onChange, ...rest }: SwitchProps) => (
  <Root {...rest} {...useFieldControl(rest)} checked={checked} onChange={(event) => onChange?.(event.target.checked)} />
)
