import { useMemo, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { VisuallyHidden } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { TextFrame } from '../text/text-frame.tsx'
import { useText } from '../text/use-text.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { parseTable, type Table } from './parse-table.ts'

const MAX_TABLE_BYTES = 1024 * 1024
const ROW_HEIGHT_PX = 32
const COLUMN_WIDTH_PX = 168
const NUMBER_WIDTH_PX = 64

const Scroller = styled.div.attrs({ role: 'table' })`
  position: relative;
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  direction: ltr;
  font-size: var(--t-13);
  &:focus-visible {
    outline-offset: -2px;
  }
`
const Line = styled.div.attrs({ role: 'row' })`
  position: absolute;
  inset-block-start: 0;
  left: 0;
  inline-size: 100%;
  block-size: ${ROW_HEIGHT_PX}px;
  border-block-end: 1px solid var(--line);
  & > span {
    position: absolute;
    overflow: hidden;
    inline-size: ${COLUMN_WIDTH_PX}px;
    padding: 6px 12px;
    line-height: 20px;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > span:first-child {
    position: sticky;
    left: 0;
    display: block;
    z-index: 1;
    inline-size: ${NUMBER_WIDTH_PX}px;
    background: var(--raised);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
`
const Group = styled.div.attrs({ role: 'rowgroup' })``
const Head = styled(Group)`
  position: sticky;
  inset-block-start: 0;
  z-index: 2;
  block-size: ${ROW_HEIGHT_PX}px;
  background: var(--raised);
  font-weight: var(--w-semi);
`

/** A table of comma- or tab-separated values; its first row is the header. */
export function TableViewer({ setPrint, ...source }: ViewerProps) {
  const read = useText(source, MAX_TABLE_BYTES)
  const table = useMemo(() => (read ? parseTable(read.text, read.isHead) : null), [read])
  return (
    <TextFrame
      read={read}
      name={source.entry.attributes.name}
      setPrint={setPrint}
      scrollsItself
      tools={
        table && table.columns > table.shownColumns ? (
          <output>
            <FormattedMessage id="preview.table.columns" values={{ shown: table.shownColumns, count: table.columns }} />
          </output>
        ) : null
      }
    >
      {table ? <VirtualTable table={table} /> : null}
    </TextFrame>
  )
}

/** The cells on the screen only. */
function VirtualTable({ table: { rows, shownColumns } }: { readonly table: Table }) {
  const intl = useIntl()
  const pane = useRef<HTMLDivElement>(null)
  const getScrollElement = () => pane.current
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled.
  const lines = useVirtualizer({
    count: Math.max(0, rows.length - 1),
    getScrollElement,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 10,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: shownColumns,
    getScrollElement,
    estimateSize: () => COLUMN_WIDTH_PX,
    overscan: 3,
  })
  const visible = columns.getVirtualItems()
  const cells = (row: number, role: 'cell' | 'columnheader') => (
    <>
      <span role={role === 'cell' ? 'rowheader' : role}>
        {row === 0 ? (
          <VisuallyHidden>
            <FormattedMessage id="preview.table.row" />
          </VisuallyHidden>
        ) : (
          intl.formatNumber(row)
        )}
      </span>
      {visible.map(({ index, start }) => (
        <span
          key={index}
          role={role}
          aria-colindex={index + 2}
          dir="auto"
          title={rows[row]?.[index]}
          style={{ insetBlockStart: 0, left: start + NUMBER_WIDTH_PX }}
        >
          {rows[row]?.[index]}
        </span>
      ))}
    </>
  )
  const width = columns.getTotalSize() + NUMBER_WIDTH_PX
  return (
    // Scrolled by keyboard, so it is focusable.
    <Scroller
      ref={pane}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-own-keys
      data-own-swipe
      aria-label={intl.formatMessage({ id: 'preview.table.label' })}
      aria-rowcount={rows.length}
      aria-colcount={shownColumns + 1}
    >
      <Head style={{ inlineSize: width }}>
        <Line aria-rowindex={1}>{cells(0, 'columnheader')}</Line>
      </Head>
      <Group style={{ position: 'relative', inlineSize: width, blockSize: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, start }) => (
          <Line key={index} aria-rowindex={index + 2} style={{ transform: `translateY(${String(start)}px)` }}>
            {cells(index + 1, 'cell')}
          </Line>
        ))}
      </Group>
    </Scroller>
  )
}
