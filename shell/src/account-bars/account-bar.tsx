import { Icon } from '@holdall/ui'
import { TriangleAlert } from '@holdall/ui/icons'
import type { ReactNode } from 'react'
import styled from 'styled-components'

const Bar = styled.div`
  display: flex;
  gap: 10px;
  justify-content: center;
  padding: 8px 24px;
  border-block-end: 1px solid var(--warn-line);
  background: var(--warn-soft);
  color: var(--text);
  font-size: var(--t-13);
  line-height: 20px;
  & > svg {
    flex: none;
    margin-block-start: 1px;
    color: var(--warn-text);
  }
  @media (max-width: 640px) {
    justify-content: flex-start;
    padding: 10px 16px;
  }
`
const Text = styled.p`
  min-inline-size: 0;
  overflow-wrap: anywhere;
  text-wrap: pretty;
`

/** A bar above the page that says what the account cannot do. */
export const AccountBar = ({ children }: { readonly children: ReactNode }) => (
  <Bar>
    <Icon as={TriangleAlert} size={18} />
    <Text>{children}</Text>
  </Bar>
)
