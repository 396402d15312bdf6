import { fileKinds } from '@holdall/api'
import { SheetMenu } from '@holdall/file-browser'
import { Chip, type IconType } from '@holdall/ui'
import { Calendar, ChevronDown, Folder, Shapes } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { treeQuery } from '../entries/entry-queries.ts'
import { useFolderLevel } from '../entries/folder-level.ts'
import { periods, type Period, type SearchFilters as Filters } from './search-address.ts'

const Bar = styled.fieldset`
  min-inline-size: 0;
  margin: 0;
  border: 0;
  display: flex;
  flex: none;
  align-items: center;
  gap: 8px;
  padding: 4px 16px 8px 24px;
  overflow-x: auto;
  scrollbar-width: none;
  [dir='rtl'] & {
    padding-inline: 24px 16px;
  }
  & > button > svg:last-child {
    margin-inline-start: 2px;
  }
  @media (max-width: 640px) {
    padding-inline: 16px 8px;
  }
`

const types = ['folder', ...fileKinds] as const
/** Further folders are not offered: a place is chosen from what the sidebar begins with. */
const MAX_PLACES = 50

interface Choice {
  readonly id: string
  readonly label: string
  readonly filters: Filters
}

/** What narrows the results, each with a menu, which is a sheet on a phone. */
export function SearchFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  const folders = useFolderLevel(treeQuery(null)).nodes ?? []
  const { type, period, folderId } = filters
  const places = folders
    .slice(0, MAX_PLACES)
    .map(({ id, name }) => ({ id, label: name, filters: { ...filters, folderId: id } }))
  const other = folderId !== undefined && !places.some(({ id }) => id === folderId)

  const filter = (id: string, icon: IconType, chosen: string | undefined, any: Choice, choices: readonly Choice[]) => {
    const all = [any, ...choices]
    const current = all.find((choice) => choice.id === (chosen ?? any.id)) ?? any
    const label = text(`search.filter.${id}`)
    return (
      <SheetMenu
        label={label}
        items={all.map((choice) => ({
          kind: 'choice',
          id: choice.id,
          label: choice.label,
          checked: choice === current,
          onSelect: () => {
            onChange(choice.filters)
          },
        }))}
        trigger={
          <Chip icon={icon} aria-label={`${label}: ${current.label}`} data-set={current !== any || undefined}>
            {current.label}
            <ChevronDown size={14} aria-hidden />
          </Chip>
        }
      />
    )
  }

  return (
    <Bar aria-label={text('search.filters')}>
      {filter(
        'type',
        Shapes,
        type,
        { id: 'any', label: text('search.type.any'), filters: { ...filters, type: undefined } },
        types.map((id) => ({ id, label: text(`search.type.${id}`), filters: { ...filters, type: id } })),
      )}
      {filter(
        'date',
        Calendar,
        period,
        { id: 'any', label: text('search.date.any'), filters: { ...filters, period: undefined } },
        (Object.keys(periods) as Period[]).map((id) => ({
          id,
          label: text(`search.date.${id}`),
          filters: { ...filters, period: id },
        })),
      )}
      {filter(
        'place',
        Folder,
        folderId,
        { id: 'any', label: text('search.place.any'), filters: { ...filters, folderId: undefined } },
        other && folderId ? [{ id: folderId, label: text('search.place.other'), filters }, ...places] : places,
      )}
    </Bar>
  )
}
