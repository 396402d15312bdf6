import { Card } from '@holdall/ui'
import styled from 'styled-components'

export const Panel = styled(Card)`
  min-inline-size: 0;
  padding: 24px;
  @media (max-width: 640px) {
    padding: 20px 16px;
  }
`
export const Charts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(360px, 100%), 1fr));
  gap: 16px;
  margin-block-start: 16px;
`
export const Rows = styled.ul`
  margin-block-start: 16px;
  li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 39px;
    padding-block: 6px;
  }
  li + li {
    border-block-start: 1px solid var(--line);
  }
`
