import { Checkbox, Icon, VisuallyHidden } from '@holdall/ui'
import { ArrowDown, ArrowUp } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { dateLabelId, nextSort, useBrowser } from '../browser.ts'
import type { Sort, SortField } from '../listing/file-source.ts'
import { countSelected, everything, nothing } from '../selection/selection.ts'
import { useStore } from '../store.ts'
import { HeadCell, HeadRow } from './styles.ts'

export interface ListHeadProps {
  readonly total: number
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/** Column heads: select all, and the order. */
export function ListHead({ total, sort, onSort }: ListHeadProps) {
  const intl = useIntl()
  const { columns } = useBrowser()
  const head = (field: SortField, col: string, labelId: string) => {
    const label = intl.formatMessage({ id: labelId })
    if (!columns.sortable.includes(field)) {
      return <HeadCell data-col={col}>{label}</HeadCell>
    }
    const on = sort.field === field
    return (
      <HeadCell data-col={col} aria-sort={on ? (sort.direction === 'ASC' ? 'ascending' : 'descending') : 'none'}>
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
      {head('name', 'name', 'browser.column.name')}
      {columns.shared ? (
        <HeadCell data-col="shared">{intl.formatMessage({ id: 'browser.column.shared' })}</HeadCell>
      ) : null}
      {columns.location ? (
        <HeadCell data-col="location">{intl.formatMessage({ id: 'browser.column.location' })}</HeadCell>
      ) : null}
      {head('created_at', 'date', dateLabelId(columns))}
      {head('size', 'size', 'browser.column.size')}
      <HeadCell data-col="acts">
        <VisuallyHidden>{intl.formatMessage({ id: 'browser.column.actions' })}</VisuallyHidden>
      </HeadCell>
    </HeadRow>
  )
}

function SelectAll({ total }: { readonly total: number }) {
  const intl = useIntl()
  const { selection } = useBrowser()
  const count = useStore(selection, (state) => countSelected(state, total))
  const checked = count === 0 ? false : count === total ? true : 'mixed'
  return (
    <Checkbox
      checked={checked}
      aria-label={intl.formatMessage({ id: 'browser.select_all' })}
      onChange={() => {
        selection.set(checked === true ? nothing : everything())
      }}
    />
  )
}
