import { Fragment, type ReactNode } from 'react'
import styled from 'styled-components'

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(96px, auto) minmax(0, 1fr);
  gap: 10px 24px;
  font-size: var(--t-13);
  line-height: 20px;
  dt {
    color: var(--text-3);
  }
  dd {
    color: var(--text);
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
`

/** Names and values in two columns. */
export const DescriptionList = ({
  facts,
}: {
  readonly facts: readonly (readonly [key: string, name: ReactNode, value: ReactNode])[]
}) => (
  <List>
    {facts.map(([key, name, value]) => (
      <Fragment key={key}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </List>
)
