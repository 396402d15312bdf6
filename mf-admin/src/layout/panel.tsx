import { Card, Text } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'

const Root = styled(Card)`
  min-inline-size: 0;
  overflow: hidden;
`
const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 4px 8px;
  padding: 16px 20px 8px;
`
const Body = styled.div`
  padding: 8px 20px 20px;
`

interface Props {
  readonly title: ReactNode
  readonly note?: ReactNode
  /** Content reaches the edges, as tables do. */
  readonly bleed?: boolean
  readonly children: ReactNode
}

/** A titled card of the admin area. */
export const Panel = ({ title, note, bleed = false, children }: Props) => (
  <Root as="section">
    <Head>
      <Text as="h2" variant="card">
        {title}
      </Text>
      {note ? (
        <Text variant="secondary" tone="subtle" tabular>
          {note}
        </Text>
      ) : null}
    </Head>
    {bleed ? children : <Body>{children}</Body>}
  </Root>
)
