import type { ReactNode } from 'react'
import type { FolderTotals } from '@holdall/api'
import { Button, Chip, Grow, IconButton, type IconType, useIsPhone } from '@holdall/ui'
import { ALargeSmall, ArrowDown, ArrowDownWideNarrow, ArrowUp, Calendar, ListChecks, Weight } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { SheetMenu } from '../back-button/sheet-menu.tsx'
import { useBrowser } from '../browser-state/browser-context.ts'
import { dateLabelId, nextSort } from '../columns/columns.tsx'
import { useFormatSize } from '../format/size.ts'
import type { Sort, SortField } from '../folder-data/file-source.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { setMultiSelect } from '../browser-state/multi-select.ts'
import { Count, SubBar } from './toolbar-styles.ts'

export interface ViewBarProps {
  readonly folder: Folder
  readonly sort: Sort
  /** Absent: the order is fixed. */
  readonly onSort: ((sort: Sort) => void) | undefined
  /** Content at the end of the bar. */
  readonly tools?: ReactNode
}

const sortFields: readonly SortField[] = ['created_at', 'name', 'size']
const icons: Readonly<Record<SortField, IconType>> = { created_at: Calendar, name: ALargeSmall, size: Weight }

/** A summary of the folder, and the menu of its order. */
export function ViewBar({ folder, sort, onSort, tools }: ViewBarProps) {
  const phone = useIsPhone()
  const { status } = folder
  const isEmpty = status.state === 'ready' && status.total === 0
  const count =
    status.state === 'ready' && status.total > 0 ? (
      <Count>
        <Summary totals={status.totals} />
      </Count>
    ) : null
  const order = isEmpty || !onSort ? null : <SortMenu sort={sort} onSort={onSort} />
  return (
    <SubBar>
      {phone ? (order ?? count) : count}
      <Grow />
      {phone ? order && count : order}
      {status.state === 'ready' && status.total > 0 ? <SelectButton /> : null}
      {tools}
    </SubBar>
  )
}

/** Chooses the order. */
function SortMenu({ sort, onSort }: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  const intl = useIntl()
  const phone = useIsPhone()
  const { columns } = useBrowser()
  const labels: Readonly<Record<SortField, string>> = {
    created_at: intl.formatMessage({ id: dateLabelId(columns) }),
    name: intl.formatMessage({ id: 'browser.column.name' }),
    size: intl.formatMessage({ id: 'browser.column.size' }),
  }
  const choices = sortFields.map((field) => ({
    kind: 'choice' as const,
    id: field,
    label: labels[field],
    checked: field === sort.field,
    icon: icons[field],
    mark: sort.direction === 'ASC' ? ArrowUp : ArrowDown,
    onSelect: () => {
      onSort(nextSort(sort, field))
    },
  }))
  const title = intl.formatMessage({ id: 'browser.sort_by' })
  const name = { 'aria-label': `${title}: ${labels[sort.field]}` }
  return (
    <SheetMenu
      label={title}
      align={phone ? 'start' : 'end'}
      items={[{ kind: 'label', id: 'title', label: title }, ...choices]}
      trigger={
        phone ? (
          <Chip icon={sort.direction === 'ASC' ? ArrowUp : ArrowDown} {...name}>
            {labels[sort.field]}
          </Chip>
        ) : (
          <Button variant="quiet" icon={ArrowDownWideNarrow} size="s" {...name}>
            {labels[sort.field]}
          </Button>
        )
      }
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
