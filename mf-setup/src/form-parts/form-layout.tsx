import { Heading } from '@holdall/ui'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

/** Two fields beside each other where there is room; `data-wide` on a child takes the whole row. */
export const FieldGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 20px 16px;
  align-items: start;
  & > [data-wide] {
    grid-column: 1 / -1;
  }
  @media (max-width: 640px) {
    grid-template-columns: minmax(0, 1fr);
    & > * {
      grid-column: 1;
    }
  }
`
export const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 28px;
  &[hidden] {
    display: none;
  }
`
const Section = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  & + & {
    padding-block-start: 32px;
    margin-block-start: 8px;
    border-block-start: 1px solid var(--line);
  }
  & > header p {
    margin-block-start: 2px;
    color: var(--text-2);
    font-size: var(--t-13);
    line-height: 20px;
  }
`

interface FormSectionProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** A group of fields of a step that has several. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const id = useId()
  return (
    <Section aria-labelledby={id}>
      <header>
        <Heading id={id}>{title}</Heading>
        {text ? <p>{text}</p> : null}
      </header>
      {children}
    </Section>
  )
}
