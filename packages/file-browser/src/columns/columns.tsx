import { createContext, type ReactNode, use } from 'react'
import type { Entry, EntryLocation, Share } from '@holdall/api'
import { isolate } from '@holdall/section'
import { Icon, Skeleton, VisuallyHidden } from '@holdall/ui'
import { Link as LinkIcon, Link2Off, Lock } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import type { Sort, SortField } from '../folder-data/file-source.ts'
import { useFormatDate } from '../format/date.ts'
import { isExpired } from '../format/expiry.ts'
import { useSizeText } from '../format/size.ts'
import { MemberAvatars } from './member-avatars.tsx'
import { Above, CellLink, Location, Meta, SharedCell } from './column-styles.ts'

/** The columns of a list besides the name. */
export interface Columns {
  /** Whether there is a column for public links. */
  readonly shared: boolean
  /** With `created_at` there is a column for the own dates of files too. */
  readonly date: 'created_at' | 'deleted_at'
  /** Set for a column with the folder that each entry is in. */
  readonly location?: LocationColumn | undefined
}

interface LocationColumn {
  /** Message id of its head. */
  readonly labelId: 'browser.column.location' | 'browser.column.original_location'
  /** Name of the top that an entry is at. */
  readonly home: (entry: Entry) => string
  /** The address of the folder that an entry is in; null is the top. */
  readonly to: (folderId: string | null, entry: Entry) => string
}

interface Column {
  readonly id: 'shared' | 'location' | 'date' | 'modified' | 'size'
  /** Its track in the grid of a row. */
  readonly track: string
  /** Message id of its head. */
  readonly labelId: string
  /** What its head sorts by. */
  readonly field?: SortField
  readonly cell: (entry: Entry) => ReactNode
  readonly skeleton: ReactNode
}

const sharedColumn: Column = {
  id: 'shared',
  track: '104px',
  labelId: 'browser.column.shared',
  cell: (entry) => <SharedText entry={entry} />,
  skeleton: <Skeleton width={56} />,
}

const locationColumn = ({ labelId, home, to }: LocationColumn): Column => ({
  id: 'location',
  track: 'minmax(0, 0.5fr)',
  labelId,
  cell: (entry) => {
    const location = entry.meta?.location
    return location ? (
      <CellLink to={to(location.id, entry)} tabIndex={-1}>
        <LocationText location={location} home={home(entry)} />
      </CellLink>
    ) : null
  },
  skeleton: <Skeleton width={88} />,
})

/** Message id of the date column's head. */
export const dateLabelId = ({ date }: Columns): string =>
  date === 'deleted_at' ? 'browser.column.deleted' : 'browser.column.date'

const dateColumn = (columns: Columns): Column => ({
  id: 'date',
  track: '132px',
  labelId: dateLabelId(columns),
  field: 'created_at',
  cell: (entry) => (
    <bdi>
      <DateText entry={entry} date={columns.date} />
    </bdi>
  ),
  skeleton: <Skeleton width={96} />,
})

const modifiedColumn: Column = {
  id: 'modified',
  track: '132px',
  labelId: 'browser.column.modified',
  field: 'modified_at',
  cell: (entry) =>
    entry.attributes.modified_at ? (
      <bdi>
        <DateText entry={entry} date="modified_at" />
      </bdi>
    ) : null,
  skeleton: <Skeleton width={96} />,
}

const sizeColumn: Column = {
  id: 'size',
  track: '92px',
  labelId: 'browser.column.size',
  field: 'size',
  cell: (entry) => (
    <bdi>
      <SizeText entry={entry} />
    </bdi>
  ),
  skeleton: <Skeleton width={48} style={{ display: 'inline-block', verticalAlign: 'middle' }} />,
}

/** Whether the own dates of files are shown and sorted by. */
export const hasOwnDates = ({ date }: Columns): boolean => date === 'created_at'

/** The field that the list is sorted by. */
export const SortedByContext = createContext<SortField>('created_at')

/** The columns between the name and the buttons of a row, in order. */
export const columnsOf = (columns: Columns): readonly Column[] => [
  ...(columns.shared ? [sharedColumn] : []),
  ...(columns.location ? [locationColumn(columns.location)] : []),
  dateColumn(columns),
  ...(hasOwnDates(columns) ? [modifiedColumn] : []),
  sizeColumn,
]

/**
 * The order after a click on a column head: the other direction, or the field's default one when it was not sorted by.
 */
export function nextSort(sort: Sort, field: SortField): Sort {
  if (sort.field === field) return { field, direction: sort.direction === 'ASC' ? 'DESC' : 'ASC' }
  return { field, direction: field === 'name' || field === 'type' ? 'ASC' : 'DESC' }
}

export const SizeText = ({ entry }: { readonly entry: Entry }) => useSizeText()(entry)

interface DateTextProps {
  readonly entry: Entry
  readonly date: Columns['date'] | 'modified_at'
}

function DateText({ entry, date }: DateTextProps) {
  const formatDate = useFormatDate()
  const iso = entry.attributes[date] ?? entry.attributes.created_at
  return <time dateTime={iso}>{formatDate(iso)}</time>
}

/** The date of an entry where there is room for one: the own date in a list that is sorted by it. */
export function OnlyDate({ entry, columns }: { readonly entry: Entry; readonly columns: Columns }) {
  const sortedBy = use(SortedByContext)
  return <DateText entry={entry} date={sortedBy === 'modified_at' && hasOwnDates(columns) ? sortedBy : columns.date} />
}

export const linkIconOf = (share: Share) => (isExpired(share) ? Link2Off : share.attributes.protected ? Lock : LinkIcon)

function SharedText({ entry }: { readonly entry: Entry }) {
  const { shared, members } = entry.relationships
  if (members) {
    return (
      <SharedCell>
        <MemberAvatars entry={entry} size={24} />
        {shared ? (
          <>
            <Icon as={linkIconOf(shared.data)} size={14} />
            <VisuallyHidden>
              <FormattedMessage id={isExpired(shared.data) ? 'browser.link_expired' : 'browser.link'} />
            </VisuallyHidden>
          </>
        ) : null}
      </SharedCell>
    )
  }
  if (!shared) {
    return (
      <SharedCell data-none>
        <FormattedMessage id={entry.meta?.team ? 'browser.members_only' : 'browser.only_you'} />
      </SharedCell>
    )
  }
  const { data: share, meta } = shared
  const expired = isExpired(share)
  return (
    <SharedCell data-expired={expired || undefined}>
      <Icon as={linkIconOf(share)} size={14} />
      <FormattedMessage
        id={expired ? 'browser.link_expired' : meta.total > 1 ? 'browser.links' : 'browser.link'}
        values={{ count: meta.total }}
      />
      {share.attributes.protected ? (
        <VisuallyHidden>
          <FormattedMessage id="browser.link_locked" />
        </VisuallyHidden>
      ) : null}
    </SharedCell>
  )
}

/** "… / 2026 / Contracts", or the name of the top. The tooltip has the whole path. */
function LocationText({ location, home }: { readonly location: EntryLocation; readonly home: string }) {
  const { path, truncated } = location
  const own = path.at(-1) ?? home
  const parent = path.at(-2)
  const isCut = truncated || path.length > 2
  return (
    <Location title={[...(truncated ? ['…'] : []), ...path.slice(0, -1), own].map(isolate).join(' / ')}>
      {parent === undefined ? null : (
        <Above>
          {isCut ? '… / ' : null}
          <span dir="auto">{parent}</span>
          {' / '}
        </Above>
      )}
      <span dir="auto">{own}</span>
    </Location>
  )
}

/** The columns on one line below the name, where they do not fit. */
export function MetaLine({ entry, columns }: { readonly entry: Entry; readonly columns: Columns }) {
  const location = columns.location && entry.meta?.location
  const share = columns.shared ? entry.relationships.shared?.data : undefined
  return (
    <Meta data-location={location ? '' : undefined}>
      {columns.shared ? <MemberAvatars entry={entry} size={20} /> : null}
      {share ? (
        <SharedCell data-expired={isExpired(share) || undefined}>
          <Icon as={linkIconOf(share)} size={14} />
          {isExpired(share) ? <FormattedMessage id="browser.link_expired" /> : null}
        </SharedCell>
      ) : null}
      {share && isExpired(share) ? <span aria-hidden>·</span> : null}
      <bdi>
        <SizeText entry={entry} />
      </bdi>
      {entry.type === 'file' || columns.date === 'deleted_at' ? (
        <>
          <span aria-hidden>·</span>
          <bdi>
            <OnlyDate entry={entry} columns={columns} />
          </bdi>
        </>
      ) : null}
      {columns.location && location ? (
        <>
          <span aria-hidden>·</span>
          <span data-part="location" style={{ minInlineSize: 0 }}>
            <LocationText location={location} home={columns.location.home(entry)} />
          </span>
        </>
      ) : null}
    </Meta>
  )
}
