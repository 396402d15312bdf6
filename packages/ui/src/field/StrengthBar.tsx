import type { ComponentProps } from 'react'
import styled from 'styled-components'

export type PasswordStrength = 'none' | 'short' | 'fair' | 'good' | 'strong'

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/** How hard a new password is to guess, by length, kinds of characters and how many differ. `least` is the shortest allowed. */
export const passwordStrength = (password: string, least: number): PasswordStrength => {
  if (password === '') return 'none'
  if (password.length < least) return 'short'
  const differing = new Set(password.toLowerCase()).size
  if (differing < 5) return 'fair'
  const worth = password.length + 2 * kinds.filter((kind) => kind.test(password)).length
  if (worth >= 22) return 'strong'
  return worth >= 16 ? 'good' : 'fair'
}

const lit: Record<PasswordStrength, number> = { none: 0, short: 1, fair: 2, good: 3, strong: 4 }

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
  &[data-short] i[data-on] {
    background: var(--warn);
  }
`

export type StrengthBarProps = Omit<ComponentProps<'div'>, 'children'> & { strength: PasswordStrength }

/** Four bars under a new password. Ornament: the field's hint says the same in words. */
export const StrengthBar = ({ strength, ...rest }: StrengthBarProps) => (
  <Root aria-hidden data-short={strength === 'short' || undefined} {...rest}>
    {[1, 2, 3, 4].map((bar) => (
      <i key={bar} data-on={bar <= lit[strength] || undefined} />
    ))}
  </Root>
)
