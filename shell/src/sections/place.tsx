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
  /** Leaves the room of the sidebar that will come with the section. */
  readonly side?: boolean
  readonly children: ReactNode
}

/** The place of a section that is not there, laid out like the section itself, so that nothing jumps when it comes. */
export function SectionPlace({ side = false, children }: Props) {
  return (
    <Beside>
      {side ? <Side /> : null}
      <Sheet>{children}</Sheet>
    </Beside>
  )
}
