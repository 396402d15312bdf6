import { Grow, Logo } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { DisplayControls } from './display-controls.tsx'

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1;
`
const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 32px;
  @media (max-width: 640px) {
    padding: 16px;
  }
`

/** Layout of a message of the wizard, without its steps. */
export const MessageLayout = ({ children }: { readonly children: ReactNode }) => (
  <Frame>
    <Head>
      <Logo size={31} />
      <Grow />
      <DisplayControls side="bottom" />
    </Head>
    {children}
  </Frame>
)
