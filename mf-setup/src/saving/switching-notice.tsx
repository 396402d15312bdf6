import { Heading, Spinner } from '@holdall/ui'
import { type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const Root = styled.output`
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 48px 24px;
  border-radius: var(--r-l);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  text-align: center;
  p {
    max-inline-size: 420px;
    color: var(--text-2);
  }
`

interface Props {
  readonly title: ReactNode
  /** The connection was lost: the server is asked until it answers. */
  readonly isWaiting: boolean
}

/** Shown while the server changes to another database, storage or mail server. */
export const SwitchingNotice = ({ title, isWaiting }: Props) => (
  <Root>
    <Spinner size={28} style={{ marginBlockEnd: 8 }} />
    <Heading>{title}</Heading>
    <p>
      <FormattedMessage id={isWaiting ? 'saving.waiting' : 'saving.text'} />
    </p>
  </Root>
)
