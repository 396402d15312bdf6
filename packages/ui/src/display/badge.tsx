import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { hueVars, type Hue } from '../theme/hue.ts'

const Root = styled.span<{ $hue: Hue }>`
  ${({ $hue }) => hueVars($hue)}
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 5px;
  block-size: 22px;
  padding-inline: 8px;
  border-radius: 6px;
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  letter-spacing: 0;
  line-height: 16px;
  white-space: nowrap;
  background: var(--c-s);
  color: ${({ $hue }) => ($hue === 'grey' ? 'var(--text-2)' : 'var(--c-t)')};
`
const Dot = styled.span`
  inline-size: 6px;
  block-size: 6px;
  flex: none;
  border-radius: 50%;
  background: currentColor;
`

export type BadgeProps = ComponentProps<'span'> & { hue?: Hue; dot?: boolean }

/** A short label on a soft background: role, state, plan. */
export const Badge = ({ hue = 'grey', dot = false, children, ...rest }: BadgeProps) => (
  <Root {...rest} $hue={hue}>
    {dot ? <Dot /> : null}
    {children}
  </Root>
)

/** A number in a small badge. */
export const Count = styled.span`
  display: inline-grid;
  place-items: center;
  min-inline-size: 20px;
  block-size: 20px;
  padding-inline: 6px;
  border-radius: 10px;
  font-size: var(--t-11);
  font-weight: var(--w-semi);
  line-height: 1;
  letter-spacing: 0;
  font-variant-numeric: tabular-nums;
  background: var(--accent-solid);
  color: var(--on-accent);
`

/** A key on the keyboard. */
export const Kbd = styled.kbd`
  padding: 1px 5px;
  border-radius: var(--r-xs);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line-2);
  font: 500 var(--t-11) / 16px var(--font);
  letter-spacing: 0;
  white-space: nowrap;
  color: var(--text-3);
`
