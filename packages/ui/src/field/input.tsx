import type { ComponentProps, ReactNode } from 'react'
import styled from 'styled-components'
import { Icon, type IconType } from '../icon/icon.tsx'
import { fieldStyles, useFieldControl } from './field-control.ts'

const Plain = styled.input`
  ${fieldStyles}
  block-size: var(--field-h, var(--h));
`
const Frame = styled.div`
  ${fieldStyles}
  block-size: var(--field-h, var(--h));
  & > svg {
    color: var(--icon);
  }
  &:has(> button:last-child) {
    padding-inline-end: 4px;
  }
`
const Bare = styled.input`
  flex: 1;
  min-inline-size: 0;
  block-size: 100%;
  padding: 0;
  border: 0;
  outline: 0;
  background: none;
  &:focus-visible {
    outline: 0;
  }
  &::placeholder {
    color: var(--text-3);
    opacity: 1;
  }
`

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  icon?: IconType
  /** Inside the box, after the text: a unit, a button. */
  end?: ReactNode
}

/** A text field of one line. Inside a Field it needs no `id`. */
export const Input = ({ icon, end, ...rest }: InputProps) => {
  const wiring = useFieldControl(rest)
  if (!icon && !end) return <Plain {...rest} {...wiring} />
  return (
    <Frame data-disabled={rest.disabled || undefined}>
      {icon ? <Icon as={icon} /> : null}
      <Bare {...rest} {...wiring} />
      {end}
    </Frame>
  )
}
