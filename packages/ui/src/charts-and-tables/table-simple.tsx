import type { ComponentProps } from 'react'
import styled from 'styled-components'

const Wrap = styled.section`
  overflow-x: auto;
  scrollbar-width: thin;
  &:focus-visible {
    outline-offset: -2px;
  }
`
const Table = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  font-size: var(--t-13);
  line-height: 20px;
  th {
    block-size: 40px;
    padding-inline: 12px;
    border-block-end: 1px solid var(--line);
    color: var(--text-3);
    font-size: var(--t-12);
    font-weight: var(--w-medium);
    letter-spacing: 0;
    text-align: start;
    white-space: nowrap;
  }
  td {
    block-size: 60px;
    padding-inline: 12px;
    border-block-end: 1px solid var(--line);
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  tbody th {
    block-size: 60px;
    color: var(--text);
    font-size: var(--t-14);
  }
  tbody tr:last-child > * {
    border-block-end: 0;
  }
  tbody tr:hover {
    background: var(--hover);
  }
  [data-end] {
    text-align: end;
  }
  :is(th, td):first-child {
    padding-inline-start: 20px;
  }
  :is(th, td):last-child {
    padding-inline-end: 20px;
  }
  @media (max-width: 640px) {
    [data-wide] {
      display: none;
    }
  }
`

export type TableSimpleProps = ComponentProps<'table'> & { label: string }

/**
 * A table of `thead` and `tbody`. Cells with `data-end` are aligned as numbers, those with `data-wide` hidden on a
 * phone.
 */
export const TableSimple = ({ label, children, ...rest }: TableSimpleProps) => (
  // Focusable, so that the keyboard can scroll it sideways.
  <Wrap aria-label={label} tabIndex={0}>
    <Table {...rest}>{children}</Table>
  </Wrap>
)
