import { Button } from '@holdall/ui'
import styled from 'styled-components'

const Centred = styled.div`
  flex: 1;
  display: grid;
  align-content: center;
  justify-items: center;
  gap: 12px;
  padding: 24px;
  text-align: center;
  & > h1 {
    font-size: var(--t-20);
    font-weight: var(--w-semi);
  }
`

interface Props {
  readonly title: string
  readonly text?: string
  readonly action: string
  readonly onAction: () => void
}

/** An error made of parts of the first screen only: for when the code of the other error pages cannot be loaded. */
export const PlainError = ({ title, text, action, onAction }: Props) => (
  <Centred role="alert">
    <h1>{title}</h1>
    {text ? <p>{text}</p> : null}
    <Button variant="primary" onClick={onAction}>
      {action}
    </Button>
  </Centred>
)
