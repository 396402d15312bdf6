import { Card, Skeleton } from '@holdall/ui'
import styled from 'styled-components'
import { Columns, Quarters } from '../layout/admin-layout-styles.ts'

const Block = styled(Card)`
  display: grid;
  align-content: start;
  gap: 12px;
  padding: 20px;
`

/** Skeleton of the dashboard while its data is loading. */
export const DashboardSkeleton = () => (
  <div aria-hidden>
    <Quarters>
      {[0, 1, 2, 3].map((tile) => (
        <Block key={tile}>
          <Skeleton width={90} />
          <Skeleton width={120} height={24} />
          <Skeleton width={140} />
        </Block>
      ))}
    </Quarters>
    <Columns $minWidth={420}>
      {[0, 1].map((chart) => (
        <Block key={chart}>
          <Skeleton width={80} />
          <Skeleton height={160} />
        </Block>
      ))}
    </Columns>
  </div>
)
