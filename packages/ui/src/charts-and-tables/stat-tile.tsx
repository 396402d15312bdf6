import type { ComponentProps, ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '../icon/icon.tsx'
import { VisuallyHidden } from '../layout/hidden.tsx'
import { Card } from '../layout/box.tsx'

const Root = styled(Card)`
  display: grid;
  align-content: start;
  gap: 4px;
  padding: 20px;
`
const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  font-size: var(--t-13);
  font-weight: var(--w-medium);
  color: var(--text-2);
`
const Value = styled.div`
  font-size: 1.75rem;
  line-height: 36px;
  font-weight: var(--w-semi);
  letter-spacing: -0.025em;
  font-variant-numeric: tabular-nums;
  small {
    font-size: var(--t-16);
    line-height: 1;
    font-weight: var(--w-medium);
    letter-spacing: -0.01em;
    color: var(--text-3);
  }
`
const Trend = styled.div`
  font-size: var(--t-13);
  color: var(--text-3);
  b {
    font-weight: var(--w-semi);
    white-space: nowrap;
    color: var(--ok-text);
  }
  &[data-down] b {
    color: var(--danger-text);
  }
  svg {
    vertical-align: -2px;
    margin-inline-end: 2px;
  }
`

export type StatTileProps = Omit<ComponentProps<'div'>, 'children'> & {
  label: ReactNode
  value: ReactNode
  unit?: ReactNode
  /** The change (`amount`) and what it is compared with (`note`). `words` is the direction for screen readers. */
  trend?: { direction: 'up' | 'down'; amount: ReactNode; note: ReactNode; words: string } | undefined
  /** Shown in place of a trend. */
  note?: ReactNode
  /** At the end of the header: a link to the whole list. */
  action?: ReactNode
}

/** A large number of a dashboard. */
export const StatTile = ({ label, value, unit, trend, note, action, ...rest }: StatTileProps) => (
  <Root {...rest}>
    <Head>
      <span>{label}</span>
      {action}
    </Head>
    <Value>
      {value} {unit ? <small>{unit}</small> : null}
    </Value>
    {trend ? (
      <Trend data-down={trend.direction === 'down' || undefined}>
        <b>
          <Icon as={trend.direction === 'up' ? ArrowUp : ArrowDown} size={14} />
          <VisuallyHidden>{trend.words} </VisuallyHidden>
          {trend.amount}
        </b>{' '}
        {trend.note}
      </Trend>
    ) : null}
    {!trend && note ? <Trend>{note}</Trend> : null}
  </Root>
)
