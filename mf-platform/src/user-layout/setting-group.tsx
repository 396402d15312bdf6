import type { ReactNode } from 'react'
import styled from 'styled-components'

const Root = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: 8px 48px;
  align-items: start;
  padding-block: 28px;
  border-block-end: 1px solid var(--line);
  &:first-of-type {
    padding-block-start: 0;
  }
  &:last-child {
    border: 0;
  }
  h2 {
    font-size: var(--t-15);
    line-height: 24px;
    font-weight: var(--w-semi);
    letter-spacing: -0.012em;
  }
  & > div:first-child p {
    max-inline-size: 38ch;
    margin-block-start: 4px;
    color: var(--text-3);
    font-size: var(--t-13);
    line-height: 20px;
    text-wrap: pretty;
  }
  @container content (max-width: 760px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
`
const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  /* The rows of a list have what is said about each in one line. */
  & > :not(ul) {
    max-inline-size: 480px;
  }
`

interface SettingGroupProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** Related settings: what they are at the start, the fields at the end. */
export const SettingGroup = ({ title, text, children }: SettingGroupProps) => (
  <Root>
    <div>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
    </div>
    <Fields>{children}</Fields>
  </Root>
)
