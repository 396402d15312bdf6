import type { ComponentProps } from 'react'
import styled from 'styled-components'
import type { PasswordStrength } from './password-strength.ts'

const lit: Record<PasswordStrength, number> = { none: 0, short: 1, weak: 1, fair: 2, good: 3, strong: 4 }

const Root = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  margin-block-start: 8px;
  gap: 4px;
  i {
    block-size: 4px;
    border-radius: 2px;
    background: var(--press);
    transition: background var(--m-fast) var(--ease);
  }
  i[data-on] {
    background: var(--accent-fill);
  }
  &[data-weak] i[data-on] {
    background: var(--warn);
  }
`

export type StrengthBarProps = Omit<ComponentProps<'div'>, 'children'> & { strength: PasswordStrength }

/** Four bars below the field for a new password. Decorative: the field's hint has the strength as text. */
export const StrengthBar = ({ strength, ...rest }: StrengthBarProps) => (
  <Root aria-hidden data-weak={strength === 'short' || strength === 'weak' || undefined} {...rest}>
    {[1, 2, 3, 4].map((bar) => (
      <i key={bar} data-on={bar <= lit[strength] || undefined} />
    ))}
  </Root>
)
