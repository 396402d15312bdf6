import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useDeferredValue,
} from 'react'
import type { Entry } from '@holdall/api'
import { useLocation, useReadable } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { useBackDismisses } from './back-button/use-back-dismisses.ts'
import {
  type Browser,
  BrowserContext,
  type Cursor,
  type RowHandlers,
  useBrowser,
} from './browser-state/browser-context.ts'
import { setMultiSelect } from './browser-state/multi-select.ts'
import { countSelected, createSelection, type SelectionState } from './browser-state/selection.ts'
import { usePrunedSelection } from './browser-state/use-pruned-selection.ts'
import { type Columns, SortedByContext } from './columns/columns.tsx'
import { BrowserMenu } from './context-menu/browser-menu.tsx'
import { DetailsPanel } from './details/details-panel.tsx'
import type { Picked } from './drag-and-drop/read-dropped-files.ts'
import { useFileDrop } from './drag-and-drop/use-file-drop.ts'
import { FileGrid } from './file-grid/file-grid.tsx'
import { SkeletonGrid } from './file-grid/file-grid-skeleton.tsx'
import { FileList } from './file-list/file-list.tsx'
import { SkeletonList } from './file-list/file-list-skeleton.tsx'
import { Pane } from './file-list/file-list-styles.ts'
import { registerFocus } from './file-list/focus-list.ts'
import { usePageKeys } from './file-list/use-page-keys.ts'
import { FolderError } from './file-list/folder-error.tsx'
import { rememberList, type View } from './file-list/remembered-scroll.ts'
import { useCursorOnEntry } from './file-list/use-cursor-on-entry.ts'
import { useFocusOnEmpty } from './file-list/use-focus-on-empty.ts'
import { usePointer } from './file-list/use-pointer.ts'
import type { FileSource, FolderState, Sort } from './folder-data/file-source.ts'
import { type Folder, useFolder } from './folder-data/use-folder.ts'
import { usePreviewAddress } from './preview/preview-address.ts'
import type { PreviewProps } from './preview/preview-props.ts'
import { PreviewSlot } from './preview/preview-slot.tsx'
import { useWithPreview } from './preview/with-preview.ts'
import { createStore, useStore } from './store.ts'
import { PhoneSelectionActions, PhoneSelectionHead, SelectionBar } from './toolbars/selection-bar.tsx'
import { ViewBar } from './toolbars/view-bar.tsx'

const Body = styled.div`
  position: relative;
  display: flex;
  flex: 1;
  min-inline-size: 0;
  min-block-size: 0;
`
const Frame = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;
`

export interface FileBrowserProps extends RowHandlers {
  readonly source: FileSource
  /** null is the top of the source. */
  readonly folderId: string | null
  readonly sort: Sort
  /** Called for another order. Absent: the order is fixed. */
  readonly onSort?: ((sort: Sort) => void) | undefined
  /** Rows or cards; default: rows. */
  readonly view?: View
  /** Called for the other view. Absent: there is one view only. */
  readonly onView?: ((view: View) => void) | undefined
  readonly columns?: Partial<Columns>
  /** Content above the view bar: breadcrumbs and the main action. */
  readonly bar?: (status: FolderState) => ReactNode
  /** Content at the end of the view bar. */
  readonly tools?: ReactNode
  /** The last line of a list with this many rows; default: "End of folder". */
  readonly end?: ((total: number) => ReactNode) | undefined
  /** Shown in an empty folder. */
  readonly empty: ReactNode
  /** A button on the error page of a folder. */
  readonly home?: { readonly label: string; readonly run: () => void }
  /**
   * Called when files of the device were dropped on a folder's row, or with null elsewhere. Absent: they cannot be
   * dropped.
   */
  readonly onDrop?: ((picked: Picked, folder: Entry | null) => void) | undefined
  /** Shows a file above the page. Absent: `onOpen` is called for files too. */
  readonly preview?: ComponentType<PreviewProps>
}

const defaultColumns: Columns = { shared: true, date: 'created_at' }

/**
 * A folder with its rows, selection, keyboard and menus. Fills the height of its parent, which is a flex column.
 * Without an optional handler the action is not offered.
 */
export function FileBrowser(props: FileBrowserProps) {
  // A folder that is opened by keyboard gets the focus.
  const byKeyboard = useRef(false)
  return (
    <Frame
      onKeyDownCapture={() => {
        byKeyboard.current = true
      }}
      onPointerDownCapture={() => {
        byKeyboard.current = false
      }}
    >
      <FolderView key={props.folderId ?? 'top'} {...props} byKeyboard={byKeyboard} />
    </Frame>
  )
}

function FolderView(props: FileBrowserProps & { readonly byKeyboard: RefObject<boolean> }) {
  const { source, folderId, sort, onSort, view = 'list', onView, columns, bar, tools, empty, end, home } = props
  const { onDrop, byKeyboard, details } = props
  const intl = useIntl()
  const latest = useFolder(source, folderId, sort)
  const deferred = useDeferredValue(latest)
  // The first rows are rendered in the background, so that a slow phone responds meanwhile.
  const isRendering = deferred.status.state === 'loading' && latest.status.state === 'ready'
  const folder = isRendering ? deferred : latest
  const grid = useRef<HTMLDivElement>(null)
  const [pane, setPane] = useState<HTMLElement | null>(null)
  const address = usePreviewAddress()
  const opening = useWithPreview(props, props.preview ? address.open : null)
  const browser = useBrowserModel({ ...props, ...opening }, folder, grid, columns)
  const pointer = usePointer(browser)
  const { status } = folder
  useScrollToTopOnSort(browser, sort, pane)
  useCursorOnEntry(browser, folder, sort)
  usePrunedSelection(browser, folder)
  useFocusOnEmpty(browser, pane, status)
  const visit = useRememberedList(browser, pane, view)
  useBack(browser, folder.total)
  usePageKeys(grid)
  const { over, handlers } = useFileDrop(
    onDrop && ((picked, row) => onDrop(picked, row === null ? null : (folder.at(row) ?? null))),
    (row) => folder.at(row)?.type === 'folder',
  )
  const hasRows = status.state === 'ready' && status.total > 0
  // The list handles the keyboard itself; other content has to be focusable to be scrolled by keyboard.
  const canScroll = useCanScroll(pane, !hasRows)
  const label =
    status.state === 'ready' && status.root
      ? status.root.attributes.name
      : intl.formatMessage({ id: 'browser.list_label' })

  return (
    <Contexts browser={browser} sort={sort}>
      <Bars total={folder.total} view={view} bar={bar?.(status)}>
        <ViewBar {...{ folder, sort, onSort, view, onView, tools, details }} />
      </Bars>
      <Body>
        <Pane
          ref={setPane}
          data-drop={(over && over.row === null) || undefined}
          data-only-date={sort.field === 'modified_at' ? 'modified' : 'date'}
          {...(canScroll && { role: 'region', tabIndex: 0, 'aria-label': label })}
          {...pointer}
          {...handlers}
        >
          <Content
            {...{ status, folder, pane, view, sort, onSort, label, grid, byKeyboard, visit, empty, end, home }}
          />
          <DropHighlight row={over?.row ?? null} pane={pane} />
        </Pane>
        {details ? <DetailsPanel details={details} status={status} /> : null}
      </Body>
      <PhoneBar total={folder.total} />
      <BrowserMenu isReady={status.state === 'ready'} />
      {props.preview ? (
        <PreviewSlot
          component={props.preview}
          address={address}
          folder={folder}
          source={source}
          actions={props.actions}
          onDelete={props.onDelete}
        />
      ) : null}
    </Contexts>
  )
}

interface ContextsProps {
  readonly browser: Browser
  readonly sort: Sort
  readonly children: ReactNode
}

const Contexts = ({ browser, sort, children }: ContextsProps) => (
  <BrowserContext value={browser}>
    <SortedByContext value={sort.field}>{children}</SortedByContext>
  </BrowserContext>
)

interface ContentProps {
  readonly status: FolderState
  readonly folder: Folder
  readonly pane: HTMLElement | null
  readonly view: View
  readonly sort: Sort
  readonly onSort: FileBrowserProps['onSort']
  readonly label: string
  readonly grid: RefObject<HTMLDivElement | null>
  readonly byKeyboard: RefObject<boolean>
  readonly visit: string
  readonly empty: ReactNode
  readonly end: FileBrowserProps['end']
  readonly home: FileBrowserProps['home']
}

function Content({ status, folder, pane, view, sort, onSort, empty, end, home, ...entries }: ContentProps) {
  const { columns } = useBrowser()
  if (status.state === 'loading') return view === 'grid' ? <SkeletonGrid /> : <SkeletonList columns={columns} />
  if (status.state === 'failed') return <FolderError error={status.error} onRetry={folder.retry} home={home} />
  if (status.total === 0) return empty
  if (!pane) return null
  const props = { folder, pane, end: end?.(status.total), ...entries }
  return view === 'grid' ? <FileGrid {...props} /> : <FileList {...props} sort={sort} onSort={onSort} />
}

/** The shared state of one folder, the same object in every render. */
function useBrowserModel(
  props: FileBrowserProps,
  folder: Folder,
  grid: RefObject<HTMLDivElement | null>,
  columns: Partial<Columns> | undefined,
): Browser {
  const id = useId()
  const latest = useRef({ ...props, folder })
  useLayoutEffect(() => {
    latest.current = { ...props, folder }
  })
  const [browser] = useState<Browser>(() => ({
    id,
    selection: createSelection(),
    multiSelect: createStore(false),
    cursor: createStore<Cursor>({ index: -1, anchor: -1 }),
    renaming: createStore<string | null>(null),
    menu: createStore(null),
    details: createStore<SelectionState | null>(null),
    selecting: createStore(false),
    columns: { ...defaultColumns, ...columns },
    firstShown: createStore(-1),
    now: () => latest.current,
    focus: () => grid.current?.focus({ preventScroll: true }),
  }))
  return browser
}

/** Another order is shown from its top; cursor and selection stay on their entries. */
function useScrollToTopOnSort(browser: Browser, { field, direction }: Sort, pane: HTMLElement | null) {
  const order = `${field} ${direction}`
  const seen = useRef(order)
  useLayoutEffect(() => {
    if (seen.current === order) return
    seen.current = order
    browser.firstShown.set(0)
    pane?.scrollTo({ top: 0 })
  }, [browser, order, pane])
}

/** Remembers scroll, cursor and focus when the list unmounts. Returns the key of the visit in the browser's history. */
function useRememberedList(browser: Browser, pane: HTMLElement | null, view: View): string {
  const { key } = useLocation()
  const client = useQueryClient()
  // History entries that only close something belong to the same visit, so the first key is kept.
  const [visit] = useState(key)
  const shown = useRef(view)
  useLayoutEffect(() => {
    shown.current = view
  }, [view])
  useLayoutEffect(() => {
    if (!pane) return undefined
    const unregister = registerFocus(browser.focus)
    return () => {
      unregister()
      const hadFocus = pane.querySelector('[role=grid]')?.contains(document.activeElement) ?? false
      rememberList(client, visit, {
        view: shown.current,
        scrollTop: pane.scrollTop,
        firstShown: browser.firstShown.get(),
        index: browser.cursor.get().index,
        hadFocus,
      })
    }
  }, [browser, client, pane, visit])
  return visit
}

/** On a phone, Back closes the row's menu and ends the selection before it leaves the folder. */
function useBack(browser: Browser, total: number) {
  const hasMenu = useStore(browser.menu, (menu) => menu !== null)
  useBackDismisses(useIsSelecting(browser, total), () => {
    setMultiSelect(browser, false)
  })
  useBackDismisses(hasMenu, () => {
    browser.menu.set(null)
  })
}

/** Whether the content of `pane` is higher than the pane; always false while not `isEnabled`. */
function useCanScroll(pane: HTMLElement | null, isEnabled: boolean): boolean {
  const [canScroll, setCanScroll] = useState(false)
  useEffect(() => {
    if (!pane || !isEnabled || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      setCanScroll(pane.scrollHeight > pane.clientHeight)
    })
    observer.observe(pane)
    for (const child of pane.children) observer.observe(child)
    return () => {
      observer.disconnect()
    }
  }, [pane, isEnabled])
  return isEnabled && canScroll
}

const useIsSelecting = ({ selection, multiSelect, selecting }: Browser, total: number) => {
  const isOn = useReadable(multiSelect)
  const isLoading = useReadable(selecting)
  const isAny = useStore(selection, (state) => countSelected(state, total) > 0)
  return isOn || isAny || isLoading
}

function Bars({
  total,
  view,
  bar,
  children,
}: {
  readonly total: number
  readonly view: View
  readonly bar: ReactNode
  readonly children: ReactNode
}) {
  const selecting = useIsSelecting(useBrowser(), total)
  const phone = useIsPhone()
  return (
    <>
      {selecting && phone ? <PhoneSelectionHead /> : bar}
      {selecting ? <SelectionBar view={view} /> : children}
    </>
  )
}

function PhoneBar({ total }: { readonly total: number }) {
  const selecting = useIsSelecting(useBrowser(), total)
  const phone = useIsPhone()
  return selecting && phone ? <PhoneSelectionActions /> : null
}

/** Highlights the row that files would be dropped on. */
function DropHighlight({ row, pane }: { readonly row: number | null; readonly pane: HTMLElement | null }) {
  useLayoutEffect(() => {
    if (row === null) return undefined
    const element = pane?.querySelector(`[data-index="${String(row)}"]`)
    element?.setAttribute('data-drop', '')
    return () => element?.removeAttribute('data-drop')
  }, [row, pane])
  return null
}
