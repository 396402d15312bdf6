import { Heading } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'

const Lead = styled.p`
  margin-block-start: 6px;
  color: var(--text-2);
  font-size: var(--t-15);
  line-height: 24px;
  letter-spacing: -0.01em;
`

export function AuthHeading({ title, lead }: { readonly title: ReactNode; readonly lead: ReactNode }) {
  return (
    <div>
      <Heading as="h1" variant="display">
        {title}
      </Heading>
      <Lead>{lead}</Lead>
    </div>
  )
}
