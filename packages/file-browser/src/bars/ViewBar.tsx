import type { ReactNode } from 'react'
import { Button, Chip, Grow, LazyMenu, useIsPhone } from '@holdall/ui'
import { ArrowDown, ArrowDownWideNarrow, ArrowUp } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { dateLabelId, nextSort, useBrowser } from '../browser.ts'
import type { FolderState, Sort, SortField } from '../listing/file-source.ts'
import { SubBar } from './styles.ts'

export interface ViewBarProps {
  readonly status: FolderState
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  /** At the end of the bar. */
  readonly tools?: ReactNode
}

/** How many things are here and in which order they stand. */
export function ViewBar({ status, sort, onSort, tools }: ViewBarProps) {
  const intl = useIntl()
  const phone = useIsPhone()
  const { columns } = useBrowser()
  const labels: Readonly<Record<SortField, string>> = {
    created_at: intl.formatMessage({ id: dateLabelId(columns) }),
    name: intl.formatMessage({ id: 'browser.column.name' }),
    size: intl.formatMessage({ id: 'browser.column.size' }),
  }
  const count =
    status.state === 'ready' && status.total > 0 ? (
      <bdi>
        <FormattedMessage id="browser.items" values={{ count: status.total }} />
      </bdi>
    ) : null
  const choices = columns.sortable.map((field) => ({
    kind: 'choice' as const,
    id: field,
    label: labels[field],
    checked: field === sort.field,
    ...(field === sort.field && { icon: sort.direction === 'ASC' ? ArrowUp : ArrowDown }),
    onSelect: () => {
      onSort(nextSort(sort, field))
    },
  }))
  const title = intl.formatMessage({ id: 'browser.sort_by' })
  const name = { 'aria-label': `${title}: ${labels[sort.field]}` }
  const order =
    status.state === 'ready' && status.total === 0 ? null : (
      <LazyMenu
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
  return (
    <SubBar>
      {phone ? order : count}
      <Grow />
      {phone ? count : order}
      {tools}
    </SubBar>
  )
}
