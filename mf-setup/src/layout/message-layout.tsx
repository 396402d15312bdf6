import { Logo } from '@holdall/ui'
import type { ReactNode } from 'react'
import styled from 'styled-components'

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1;
`
const Head = styled.header`
  padding: 32px;
  @media (max-width: 640px) {
    padding: 20px;
  }
`

/** Layout of a message of the wizard, without its steps. */
export const MessageLayout = ({ children }: { readonly children: ReactNode }) => (
  <Frame>
    <Head>
      <Logo size={31} />
    </Head>
    {children}
  </Frame>
)
