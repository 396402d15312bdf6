import { Icon, type IconType, Spinner, VisuallyHidden } from '@holdall/ui'
import { Circle, CircleCheck, CircleMinus, CircleX } from '@holdall/ui/icons'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'

const List = styled.ul`
  display: grid;
  border-radius: 12px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
`
const Item = styled.li`
  display: grid;
  grid-template-columns: 20px minmax(0, 1fr);
  gap: 2px 10px;
  align-items: center;
  padding: 10px 14px;
  & + & {
    border-block-start: 1px solid var(--line);
  }
  p {
    grid-column: 2;
    color: var(--text-2);
    font-size: var(--t-13);
    line-height: 20px;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
    text-align: start;
  }
`

export type TestState = 'running' | 'waiting' | 'passed' | 'failed' | 'not_run'

const signs: Readonly<Record<Exclude<TestState, 'running'>, { readonly icon: IconType; readonly color: string }>> = {
  waiting: { icon: Circle, color: 'var(--text-3)' },
  passed: { icon: CircleCheck, color: 'var(--ok)' },
  failed: { icon: CircleX, color: 'var(--danger)' },
  not_run: { icon: CircleMinus, color: 'var(--text-3)' },
}

export interface TestLine {
  readonly id: string
  readonly name: ReactNode
  readonly state: TestState
  /** What the server said. */
  readonly message?: string | null
}

/** The parts of a test one by one, with what the server said about each. */
export const ResultList = ({ label, lines }: { readonly label: string; readonly lines: readonly TestLine[] }) => (
  <List aria-label={label} aria-live="polite">
    {lines.map(({ id, name, state, message }) => (
      <Item key={id}>
        {state === 'running' ? (
          <Spinner size={18} />
        ) : (
          <Icon as={signs[state].icon} size={18} color={signs[state].color} />
        )}
        <span>
          {name}
          <VisuallyHidden>
            {' '}
            <FormattedMessage id={`test.${state}`} />
          </VisuallyHidden>
        </span>
        {message ? <p>{message}</p> : null}
      </Item>
    ))}
  </List>
)
