import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useIsPhone } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { useBrowser } from '../browser-state/browser-context.ts'
import type { Sort } from '../folder-data/file-source.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { isSelecting } from '../browser-state/multi-select.ts'
import { useStore } from '../store.ts'
import { EmptyRow, FileRow, rowId } from './file-row.tsx'
import { rememberedList } from './remembered-scroll.ts'
import { ListHead } from './list-header.tsx'
import { ListEnd, RowGroup, Rows } from './file-list-styles.ts'
import { useKeyboard } from './use-keyboard.ts'

/** Pixels of the head and the gap below it. */
const HEAD_HEIGHT = 41
/** Rows that are visible for a shorter time while scrolling are not loaded. */
const SHOW_DELAY_MS = 60

export interface FileListProps {
  readonly folder: Folder
  readonly pane: HTMLElement
  readonly sort: Sort
  readonly onSort: ((sort: Sort) => void) | undefined
  /** Names the grid. */
  readonly label: string
  readonly grid: RefObject<HTMLDivElement | null>
  readonly end: ReactNode
  /** A list that is opened by keyboard takes the focus when it mounts. */
  readonly byKeyboard: RefObject<boolean>
  /** Key of this visit in the browser's history. */
  readonly visit: string
}

/** The rows of a folder, virtualised: only the visible ones are rendered. */
export function FileList({ folder, pane, sort, onSort, label, grid, end, byKeyboard, visit }: FileListProps) {
  const browser = useBrowser()
  const height = useRowHeight()
  const { total } = folder
  const client = useQueryClient()
  const [remembered] = useState(() => rememberedList(client, visit))
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and rows are memoised by hand.
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => pane,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: remembered?.scrollTop ?? 0,
    // The sticky head takes this space from the visible rows.
    scrollPaddingEnd: HEAD_HEIGHT,
  })
  useLayoutEffect(() => {
    virtual.measure()
  }, [virtual, height])

  const rows = virtual.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  const { show } = folder
  useEffect(() => {
    const timer = window.setTimeout(() => {
      show(first, last)
    }, SHOW_DELAY_MS)
    return () => {
      window.clearTimeout(timer)
    }
  }, [show, first, last])

  const reveal = useCallback(
    (index: number) => {
      virtual.scrollToIndex(index, { align: 'auto' })
    },
    [virtual],
  )
  const rowsPerPage = useCallback(
    () => Math.max(1, Math.floor(((virtual.scrollRect?.height ?? 0) - HEAD_HEIGHT) / height) - 1),
    [virtual, height],
  )
  const keyboard = useKeyboard(browser, reveal, rowsPerPage)
  const active = useStore(browser.cursor, ({ index }) => index)

  useEffect(() => {
    if (remembered && remembered.index >= 0) browser.cursor.set({ index: remembered.index, anchor: remembered.index })
    if (byKeyboard.current || remembered?.hadFocus) grid.current?.focus({ preventScroll: true })
  }, [browser, byKeyboard, grid, remembered])
  useSelectingAttribute(grid)

  return (
    <Rows
      ref={grid}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={total + 1}
      {...(active >= first &&
        active <= last &&
        active < total && { 'aria-activedescendant': rowId(browser.id, active) })}
      {...keyboard}
    >
      <RowGroup style={{ display: 'contents' }}>
        <ListHead total={total} sort={sort} onSort={onSort} />
      </RowGroup>
      <RowGroup style={{ position: 'relative', blockSize: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const entry = folder.at(index)
          return entry ? (
            <FileRow key={entry.id} index={index} top={start} entry={entry} />
          ) : (
            <EmptyRow key={index} index={index} top={start} />
          )
        })}
      </RowGroup>
      <ListEnd role="presentation">{end ?? <FormattedMessage id="browser.end" />}</ListEnd>
    </Rows>
  )
}

/** Sets `data-selecting` on the grid while anything is selected, without rendering it again. */
function useSelectingAttribute(grid: RefObject<HTMLDivElement | null>) {
  const browser = useBrowser()
  useLayoutEffect(() => {
    const update = () => grid.current?.toggleAttribute('data-selecting', isSelecting(browser))
    update()
    const stops = [browser.selection.subscribe(update), browser.multiSelect.subscribe(update)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [browser, grid])
}

/** Height of a row in pixels, from the custom property `--row`. */
function useRowHeight(): number {
  const phone = useIsPhone()
  const token = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
  return Number.isFinite(token) ? token : phone ? 64 : 48
}
