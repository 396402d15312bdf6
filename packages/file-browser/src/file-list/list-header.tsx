import { Checkbox, Icon, VisuallyHidden } from '@holdall/ui'
import { ArrowDown, ArrowUp } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useBrowser } from '../browser-state/browser-context.ts'
import type { Sort, SortField } from '../folder-data/file-source.ts'
import { selectAll } from '../browser-state/select-range.ts'
import { countSelected, nothing } from '../browser-state/selection.ts'
import { columnsOf, nextSort } from '../columns/columns.tsx'
import { useStore } from '../store.ts'
import { HeadCell, HeadRow } from './file-list-styles.ts'

export interface ListHeadProps {
  readonly total: number
  readonly sort: Sort
  readonly onSort: ((sort: Sort) => void) | undefined
}

/** The column heads, with select all and sorting. */
export function ListHead({ total, sort, onSort }: ListHeadProps) {
  const intl = useIntl()
  const { columns } = useBrowser()
  const head = (col: string, labelId: string, field?: SortField) => {
    const label = intl.formatMessage({ id: labelId })
    if (!field || !onSort) {
      return (
        <HeadCell key={col} data-col={col}>
          {label}
        </HeadCell>
      )
    }
    const on = sort.field === field
    return (
      <HeadCell
        key={col}
        data-col={col}
        aria-sort={on ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : 'none'}
      >
        <button
          type="button"
          onClick={() => {
            onSort(nextSort(sort, field))
          }}
        >
          {label}
          {on ? <Icon as={sort.direction === 'ASC' ? ArrowUp : ArrowDown} size={14} /> : null}
        </button>
      </HeadCell>
    )
  }
  return (
    <HeadRow aria-rowindex={1} $columns={columns}>
      <HeadCell data-col="check">
        <SelectAll total={total} />
      </HeadCell>
      {head('name', 'browser.column.name', 'name')}
      {columnsOf(columns).map(({ id, labelId, field }) => head(id, labelId, field))}
      <HeadCell data-col="acts">
        <VisuallyHidden>{intl.formatMessage({ id: 'browser.column.actions' })}</VisuallyHidden>
      </HeadCell>
    </HeadRow>
  )
}

function SelectAll({ total }: { readonly total: number }) {
  const intl = useIntl()
  const browser = useBrowser()
  const { selection } = browser
  const count = useStore(selection, (state) => countSelected(state, total))
  const checked = count === 0 ? false : count === total ? true : 'mixed'
  return (
    <Checkbox
      checked={checked}
      aria-label={intl.formatMessage({ id: 'browser.select_all' })}
      onChange={() => {
        if (checked === true) selection.set(nothing)
        else void selectAll(browser)
      }}
    />
  )
}
