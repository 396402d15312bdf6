import type { ReactNode } from 'react'
import type { FolderTotals } from '@holdall/api'
import { useReadable } from '@holdall/section'
import { Button, Chip, Grow, IconButton, type IconType, Segmented, useIsPhone, useMediaQuery } from '@holdall/ui'
import {
  ALargeSmall,
  ArrowDown,
  ArrowDownWideNarrow,
  ArrowUp,
  Calendar,
  CalendarClock,
  Info,
  LayoutGrid,
  List,
  ListChecks,
  PanelRight,
  Shapes,
  Weight,
} from '@holdall/ui/icons'
import type { MenuEntry } from '@holdall/ui/menu'
import { useIntl } from 'react-intl'
import { SheetMenu } from '../back-button/sheet-menu.tsx'
import { type Details, useBrowser } from '../browser-state/browser-context.ts'
import { nothing } from '../browser-state/selection.ts'
import { showDetails, WIDE } from '../details/show-details.ts'
import { dateLabelId, hasOwnDates, nextSort } from '../columns/columns.tsx'
import { useFormatSize } from '../format/size.ts'
import type { Sort, SortField } from '../folder-data/file-source.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import type { View } from '../file-list/remembered-scroll.ts'
import { setMultiSelect } from '../browser-state/multi-select.ts'
import { Count, SubBar } from './toolbar-styles.ts'

export interface ViewBarProps {
  readonly folder: Folder
  readonly sort: Sort
  /** Absent: the order is fixed. */
  readonly onSort: ((sort: Sort) => void) | undefined
  readonly view: View
  /** Absent: there is one view only. */
  readonly onView: ((view: View) => void) | undefined
  /** Absent: there is no details panel. */
  readonly details: Details | undefined
  /** Content at the end of the bar. */
  readonly tools?: ReactNode
}

const sortFields: readonly SortField[] = ['created_at', 'modified_at', 'name', 'size', 'type']
const icons: Readonly<Record<SortField, IconType>> = {
  created_at: Calendar,
  modified_at: CalendarClock,
  name: ALargeSmall,
  size: Weight,
  type: Shapes,
}

const viewNames = ['list', 'grid'] as const
const viewIcons: Readonly<Record<View, IconType>> = { list: List, grid: LayoutGrid }

/** A summary of the folder, the menu of order and view, and the views. */
export function ViewBar(props: ViewBarProps) {
  const { folder, view, onView, tools, details } = props
  const phone = useIsPhone()
  const { status } = folder
  const hasEntries = status.state === 'ready' && status.total > 0
  const count = hasEntries ? (
    <Count>
      <Summary totals={status.totals} />
    </Count>
  ) : null
  const isEmpty = status.state === 'ready' && status.total === 0
  const menu = <ViewMenu {...props} isEmpty={isEmpty} />
  return (
    <SubBar>
      {phone ? menu : null}
      {phone ? null : count}
      <Grow />
      {phone ? count : menu}
      {hasEntries ? <SelectButton /> : null}
      {onView && !phone ? <ViewSwitch view={view} onView={onView} /> : null}
      {details && !phone ? <DetailsButton details={details} /> : null}
      {tools}
    </SubBar>
  )
}

/** Chooses the order and the view. An empty folder has no order. */
function ViewMenu({ sort, onSort, view, onView, details, isEmpty }: ViewBarProps & { readonly isEmpty: boolean }) {
  const intl = useIntl()
  const phone = useIsPhone()
  const browser = useBrowser()
  const { columns } = browser
  const labels: Readonly<Record<SortField, string>> = {
    created_at: intl.formatMessage({ id: dateLabelId(columns) }),
    modified_at: intl.formatMessage({ id: 'browser.column.modified' }),
    name: intl.formatMessage({ id: 'browser.column.name' }),
    size: intl.formatMessage({ id: 'browser.column.size' }),
    type: intl.formatMessage({ id: 'browser.type' }),
  }
  const sortBy = intl.formatMessage({ id: 'browser.sort_by' })
  const viewLabel = intl.formatMessage({ id: 'browser.view' })
  const hasOrder = onSort !== undefined && !isEmpty
  const fields = hasOwnDates(columns) ? sortFields : sortFields.filter((field) => field !== 'modified_at')
  const order: readonly MenuEntry[] = hasOrder
    ? [
        { kind: 'label', id: 'sort', label: sortBy },
        ...fields.map((field) => ({
          kind: 'choice' as const,
          id: field,
          label: labels[field],
          checked: field === sort.field,
          icon: icons[field],
          mark: sort.direction === 'ASC' ? ArrowUp : ArrowDown,
          onSelect: () => {
            onSort(nextSort(sort, field))
          },
        })),
      ]
    : []
  const views: readonly MenuEntry[] = onView
    ? [
        { kind: 'separator', id: 'views-line' },
        { kind: 'label', id: 'views', label: viewLabel },
        ...viewNames.map((name) => ({
          kind: 'choice' as const,
          id: name,
          label: intl.formatMessage({ id: `browser.view.${name}` }),
          checked: name === view,
          icon: viewIcons[name],
          onSelect: () => {
            onView(name)
          },
        })),
      ]
    : []
  const info: readonly MenuEntry[] =
    details && phone
      ? [
          { kind: 'separator', id: 'details-line' },
          {
            kind: 'action',
            id: 'details',
            label: intl.formatMessage({ id: 'browser.details' }),
            icon: Info,
            onSelect: () => {
              showDetails(browser, nothing)
            },
          },
        ]
      : []
  const items = [...order, ...views, ...info]
  // Where the order is fixed, the views have buttons of their own on wide screens.
  if (items.length === 0 || (!hasOrder && !phone)) return null
  const label = hasOrder ? labels[sort.field] : intl.formatMessage({ id: `browser.view.${view}` })
  const icon = hasOrder ? (sort.direction === 'ASC' ? ArrowUp : ArrowDown) : viewIcons[view]
  const name = { 'aria-label': `${hasOrder ? sortBy : viewLabel}: ${label}` }
  return (
    <SheetMenu
      label={hasOrder ? sortBy : viewLabel}
      align={phone ? 'start' : 'end'}
      items={items}
      trigger={
        phone ? (
          <Chip icon={icon} {...name}>
            {label}
          </Chip>
        ) : (
          <Button variant="quiet" icon={ArrowDownWideNarrow} size="s" {...name}>
            {label}
          </Button>
        )
      }
    />
  )
}

/** Shows or hides the details panel. On a phone menus open it as a sheet. */
function DetailsButton({ details }: { readonly details: Details }) {
  const intl = useIntl()
  const browser = useBrowser()
  const wide = useMediaQuery(WIDE)
  const opened = useReadable(browser.details)
  const isShown = wide ? details.isVisible : opened !== null
  return (
    <IconButton
      icon={PanelRight}
      flip
      label={intl.formatMessage({ id: 'browser.details' })}
      aria-pressed={isShown}
      onClick={() => {
        if (wide) details.onVisible(!isShown)
        else browser.details.set(isShown ? null : browser.selection.get())
      }}
    />
  )
}

function ViewSwitch({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) {
  const intl = useIntl()
  return (
    <Segmented
      label={intl.formatMessage({ id: 'browser.view' })}
      compact
      value={view}
      onChange={onView}
      options={viewNames.map((value) => ({
        value,
        label: intl.formatMessage({ id: `browser.view.${value}` }),
        icon: viewIcons[value],
      }))}
    />
  )
}

/** "4 folders, 9 files · 2.6 GB", of the whole folder. */
function Summary({ totals: { folders, files, filesize } }: { readonly totals: FolderTotals }) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const counts = [
    ...(folders > 0 ? [intl.formatMessage({ id: 'browser.folders' }, { count: folders })] : []),
    ...(files > 0 ? [intl.formatMessage({ id: 'browser.files' }, { count: files })] : []),
  ]
  const text = intl.formatList(counts, { type: 'unit' })
  return files > 0 ? `${text} · ${formatSize(filesize)}` : text
}

/** Turns multi-select mode on. */
function SelectButton() {
  const intl = useIntl()
  const browser = useBrowser()
  return (
    <IconButton
      icon={ListChecks}
      label={intl.formatMessage({ id: 'browser.select_mode' })}
      onClick={() => {
        setMultiSelect(browser, true)
        browser.focus()
      }}
    />
  )
}
