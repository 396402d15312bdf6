import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useIsPhone } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useBrowser } from '../browser-state/browser-context.ts'
import { ListEnd } from '../file-list/file-list-styles.ts'
import { useShownEntries } from '../file-list/show-entries.ts'
import { useKeyboard } from '../file-list/use-keyboard.ts'
import {
  activeDescendant,
  type EntriesProps,
  useInitialRect,
  useSelectingAttribute,
  useStart,
  useVisibleEntries,
} from '../file-list/use-visible-entries.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { useStore } from '../store.ts'
import { EmptyCard, EntryCard } from './entry-card.tsx'
import { CardGroup, CardRow, Cards, PartTitle } from './file-grid-styles.ts'
import {
  countRows,
  GRID,
  gridRowAt,
  gridTarget,
  type GridLayout,
  type GridRow,
  layoutOf,
  rowOfCard,
} from './grid-layout.ts'

interface PlacedRow {
  readonly row: GridRow
  /** Pixels from the top of the grid. */
  readonly top: number
}

const titleIds = { folders: 'browser.grid.folders', files: 'browser.grid.files' } as const

/** The entries of a folder as cards, virtualised by rows: only the visible ones are rendered. */
export function FileGrid(props: EntriesProps) {
  const { folder, pane, label, grid, end } = props
  const browser = useBrowser()
  const { total, status } = folder
  const folders = status.state === 'ready' ? status.totals.folders : 0
  const layout = useLayout(pane, folders, total)
  const start = useStart(props, 'grid')
  const initialRect = useInitialRect(pane)
  const rowCount = countRows(layout)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and cards are memoised by hand.
  const virtual = useVirtualizer({
    count: rowCount.all,
    getScrollElement: () => pane,
    estimateSize: (row) => gridRowAt(layout, row).height,
    overscan: 3,
    initialRect,
    initialOffset: () => ('index' in start ? offsetOf(layout, start.index) : start.scrollTop),
    // The gap below a row is part of it; above the first visible row there is none.
    scrollPaddingStart: layout.gap,
  })
  useRemeasure(virtual, layout, browser.firstShown)

  const placed = virtual
    .getVirtualItems()
    .filter(({ index }) => index < rowCount.all)
    .map(({ index, start: top }): PlacedRow => ({ row: gridRowAt(layout, index), top }))
  const cards = placed.flatMap(({ row }) => (row.kind === 'cards' ? [row] : []))
  const first = cards[0]?.first ?? 0
  const last = cards.at(-1)?.last ?? 0
  const topRow = Math.min(virtual.range?.startIndex ?? 0, rowCount.all - 1)
  useVisibleEntries(folder, first, last, firstCardFrom(layout, topRow))

  const reveal = useCallback(
    (index: number) => {
      const row = rowOfCard(layout, index)
      // With the first cards their title is shown too.
      if (row === 1) virtual.scrollToOffset(0)
      else virtual.scrollToIndex(row, { align: 'auto' })
    },
    [virtual, layout],
  )
  const findTarget = useCallback(
    (key: string, index: number) => {
      const rowsPerPage = Math.max(1, Math.floor((virtual.scrollRect?.height ?? 0) / (layout.fileHeight + layout.gap)))
      const isRightToLeft = document.documentElement.dir === 'rtl'
      return gridTarget(key, index, layout, rowsPerPage, isRightToLeft)
    },
    [virtual, layout],
  )
  const keyboard = useKeyboard(browser, reveal, findTarget)
  useShownEntries(browser, folder, reveal)
  const active = useStore(browser.cursor, ({ index }) => index)
  useSelectingAttribute(grid)

  return (
    <Cards
      ref={grid}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rowCount.cards}
      aria-colcount={layout.columns}
      {...activeDescendant(browser, active, first, last, total)}
      {...keyboard}
    >
      <div role="presentation" style={{ position: 'relative', blockSize: virtual.getTotalSize() }}>
        {(['folders', 'files'] as const).map((part) => (
          <Part key={part} part={part} rows={placed.filter(({ row }) => row.of === part)} folder={folder} {...layout} />
        ))}
      </div>
      <ListEnd role="presentation">{end ?? <FormattedMessage id="browser.end" />}</ListEnd>
    </Cards>
  )
}

interface PartProps extends GridLayout {
  readonly part: 'folders' | 'files'
  readonly rows: readonly PlacedRow[]
  readonly folder: Folder
}

function Part({ part, rows, folder, columns, gap }: PartProps) {
  const intl = useIntl()
  if (!rows.some(({ row }) => row.kind === 'cards')) return null
  const title = intl.formatMessage({ id: titleIds[part] })
  return (
    <CardGroup aria-label={title}>
      {rows.map(({ row, top }) => {
        const style = { transform: `translateY(${String(top)}px)` }
        if (row.kind === 'title') {
          return (
            <PartTitle key="title" style={style} aria-hidden>
              {title}
            </PartTitle>
          )
        }
        return (
          <CardRow key={row.position} aria-rowindex={row.position} $columns={columns} $gap={gap} style={style}>
            {Array.from({ length: row.last - row.first + 1 }, (_, column) => {
              const index = row.first + column
              const entry = folder.at(index)
              return entry ? (
                <EntryCard key={entry.id} index={index} column={column} entry={entry} />
              ) : (
                <EmptyCard key={index} index={index} column={column} isFolder={part === 'folders'} />
              )
            })}
          </CardRow>
        )
      })}
    </CardGroup>
  )
}

/** The first card in this row or below it. */
function firstCardFrom(layout: GridLayout, row: number): number {
  const here = gridRowAt(layout, row)
  if (here.kind === 'cards') return here.first
  return here.of === 'folders' ? 0 : layout.folders
}

/** Pixels from the top to the row of a card. */
function offsetOf(layout: GridLayout, index: number): number {
  if (index <= 0) return 0
  const { gap, fileHeight, folders } = layout
  const row = rowOfCard(layout, index)
  if (index < folders) return GRID.titleHeight + (row - 1) * (GRID.folderHeight + gap)
  const filesTitle = rowOfCard(layout, folders) - 1
  const above = folders === 0 ? 0 : GRID.titleHeight + (filesTitle - 1) * (GRID.folderHeight + gap)
  return above + GRID.titleHeight + (row - filesTitle - 1) * (fileHeight + gap)
}

/** The layout for the width of the pane. */
function useLayout(pane: HTMLElement, folders: number, total: number): GridLayout {
  const phone = useIsPhone()
  const [width, setWidth] = useState(() => contentWidth(pane))
  useLayoutEffect(() => {
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      setWidth(contentWidth(pane))
    })
    observer.observe(pane)
    return () => {
      observer.disconnect()
    }
  }, [pane])
  // On a phone the grid has a padding of 8 px at both sides.
  return useMemo(() => layoutOf(width - (phone ? 16 : 0), phone, folders, total), [width, phone, folders, total])
}

function contentWidth(pane: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(pane)
  return pane.clientWidth - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0)
}

/** Measures the rows again in another layout. In another width the entry at the top stays there. */
function useRemeasure(
  virtual: { measure(): void; scrollToOffset(offset: number): void },
  layout: GridLayout,
  firstShown: { get(): number },
) {
  const before = useRef(layout)
  useLayoutEffect(() => {
    const { columns, fileHeight } = before.current
    before.current = layout
    virtual.measure()
    if (columns === layout.columns && fileHeight === layout.fileHeight) return
    const index = firstShown.get()
    if (index > 0) virtual.scrollToOffset(offsetOf(layout, index))
  }, [virtual, layout, firstShown])
}
