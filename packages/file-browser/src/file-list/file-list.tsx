import { useCallback, useLayoutEffect } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useIsPhone } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { useBrowser } from '../browser-state/browser-context.ts'
import type { Sort } from '../folder-data/file-source.ts'
import { listTarget } from '../keyboard/list-keys.ts'
import { useStore } from '../store.ts'
import { EmptyRow, FileRow } from './file-row.tsx'
import { ListHead } from './list-header.tsx'
import { ListEnd, RowGroup, Rows } from './file-list-styles.ts'
import { useShownEntries } from './show-entries.ts'
import { useKeyboard } from './use-keyboard.ts'
import {
  activeDescendant,
  type EntriesProps,
  useInitialRect,
  useSelectingAttribute,
  useStart,
  useVisibleEntries,
} from './use-visible-entries.ts'

/** Pixels of the head and the gap below it. */
const HEAD_HEIGHT = 41

export interface FileListProps extends EntriesProps {
  readonly sort: Sort
  readonly onSort: ((sort: Sort) => void) | undefined
}

/** The rows of a folder, virtualised: only the visible ones are rendered. */
export function FileList({ sort, onSort, ...props }: FileListProps) {
  const { folder, pane, label, grid, end } = props
  const browser = useBrowser()
  const height = useRowHeight()
  const { total } = folder
  const start = useStart(props, 'list')
  const initialRect = useInitialRect(pane)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and rows are memoised by hand.
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => pane,
    estimateSize: () => height,
    overscan: 8,
    initialRect,
    initialOffset: 'index' in start ? start.index * height : start.scrollTop,
    // The sticky head takes this space from the visible rows.
    scrollPaddingEnd: HEAD_HEIGHT,
  })
  useLayoutEffect(() => {
    virtual.measure()
  }, [virtual, height])

  const rows = virtual.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  useVisibleEntries(folder, first, last, virtual.range?.startIndex ?? first)

  const reveal = useCallback(
    (index: number) => {
      virtual.scrollToIndex(index, { align: 'auto' })
    },
    [virtual],
  )
  const findTarget = useCallback(
    (key: string, index: number) => {
      const rowsPerPage = Math.max(1, Math.floor(((virtual.scrollRect?.height ?? 0) - HEAD_HEIGHT) / height) - 1)
      return listTarget(key, index, total, rowsPerPage)
    },
    [virtual, height, total],
  )
  const keyboard = useKeyboard(browser, reveal, findTarget)
  useShownEntries(browser, folder, reveal)
  const active = useStore(browser.cursor, ({ index }) => index)

  useSelectingAttribute(grid)

  return (
    <Rows
      ref={grid}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={total + 1}
      {...activeDescendant(browser, active, first, last, total)}
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

/** Height of a row in pixels, from the custom property `--row`. */
function useRowHeight(): number {
  const phone = useIsPhone()
  const token = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
  return Number.isFinite(token) ? token : phone ? 64 : 48
}
