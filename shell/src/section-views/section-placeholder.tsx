import { Sheet } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'

const Side = styled.div`
  flex: none;
  inline-size: var(--sidebar);
  @media (max-width: 1023px) {
    display: none;
  }
`
const Beside = styled.div`
  flex: 1;
  display: flex;
  min-block-size: 0;
  & > :last-child {
    flex: 1;
  }
`

interface Props {
  /** Reserves the width of the section's sidebar. */
  readonly side?: boolean
  readonly children: ReactNode
}

/** Laid out like a section, so that the layout does not shift when it is loaded. */
export function SectionPlaceholder({ side = false, children }: Props) {
  return (
    <Beside>
      {side ? <Side /> : null}
      <Sheet>{children}</Sheet>
    </Beside>
  )
}
