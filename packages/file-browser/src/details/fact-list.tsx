import { Fragment, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Facts } from './details-styles.ts'

export interface Fact {
  readonly labelId: string
  readonly value: ReactNode
}

export const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <Facts>
    {facts.map(({ labelId, value }) => (
      <Fragment key={labelId}>
        <dt>
          <FormattedMessage id={labelId} />
        </dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </Facts>
)
