import type { Entry, OriginalLocation, Share } from '@holdall/api'
import { isolate } from '@holdall/section'
import { FolderIcon, Icon, KindTile, VisuallyHidden } from '@holdall/ui'
import { Link as LinkIcon, Link2Off, Lock } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { useFormatDate } from '../format/date.ts'
import { isExpired } from '../format/expiry.ts'
import { lookOf } from '../format/kind.ts'
import { useFormatSize } from '../format/size.ts'
import type { Columns, LocationColumn } from '../browser.ts'
import { Above, CellLink, Location, Meta, SharedCell } from './styles.ts'

/** The drawn folder, or the tile of a file's kind. `size` in pixels; without it, a row's own. */
export function EntryIcon({ entry, size }: { readonly entry: Entry; readonly size?: number }) {
  const { color, emoji, mimetype, name } = entry.attributes
  const measure = size ? { size } : {}
  if (entry.type === 'folder') return <FolderIcon hue={color ?? 'green'} emoji={emoji} {...measure} />
  return <KindTile {...lookOf(mimetype, name)} {...measure} />
}

/** "8.4 MB" of a file, "48 items" of a folder. */
export function useSizeText(): (entry: Entry) => string {
  const intl = useIntl()
  const formatSize = useFormatSize()
  return ({ attributes: { filesize, items } }) =>
    filesize === null ? intl.formatMessage({ id: 'browser.items' }, { count: items ?? 0 }) : formatSize(filesize)
}

export function DateText({ entry, date }: { readonly entry: Entry; readonly date: Columns['date'] }) {
  const formatDate = useFormatDate()
  const iso = entry.attributes[date] ?? entry.attributes.created_at
  return <time dateTime={iso}>{formatDate(iso)}</time>
}

const iconOf = (share: Share) => (isExpired(share) ? Link2Off : share.attributes.protected ? Lock : LinkIcon)

export function SharedText({ entry }: { readonly entry: Entry }) {
  const share = entry.relationships.shared?.data
  if (!share) {
    return (
      <SharedCell data-none>
        <FormattedMessage id="browser.only_you" />
      </SharedCell>
    )
  }
  const expired = isExpired(share)
  return (
    <SharedCell data-expired={expired || undefined}>
      <Icon as={iconOf(share)} size={14} />
      <FormattedMessage id={expired ? 'browser.link_expired' : 'browser.link'} />
      {share.attributes.protected ? (
        <VisuallyHidden>
          <FormattedMessage id="browser.link_locked" />
        </VisuallyHidden>
      ) : null}
    </SharedCell>
  )
}

/** "… / 2026 / Contracts", or the name of the top; the whole path is its tooltip. */
function LocationText({ location, home }: { readonly location: OriginalLocation; readonly home: string }) {
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

/** Where a trashed entry was, with the way there. */
export function LocationLink({ entry, column }: { readonly entry: Entry; readonly column: LocationColumn }) {
  const location = entry.meta?.location
  if (!location) return null
  return (
    <CellLink to={column.to(location.id)} tabIndex={-1}>
      <LocationText location={location} home={column.home} />
    </CellLink>
  )
}

export function MetaLine({ entry, columns }: { readonly entry: Entry; readonly columns: Columns }) {
  const sizeText = useSizeText()
  const location = columns.location && entry.meta?.location
  const share = columns.shared ? entry.relationships.shared?.data : undefined
  return (
    <Meta data-location={location ? '' : undefined}>
      {share ? (
        <SharedCell data-expired={isExpired(share) || undefined}>
          <Icon as={iconOf(share)} size={14} />
          {isExpired(share) ? <FormattedMessage id="browser.link_expired" /> : null}
        </SharedCell>
      ) : null}
      {share && isExpired(share) ? <span aria-hidden>·</span> : null}
      <bdi>{sizeText(entry)}</bdi>
      {entry.type === 'file' || columns.date === 'deleted_at' ? (
        <>
          <span aria-hidden>·</span>
          <bdi>
            <DateText entry={entry} date={columns.date} />
          </bdi>
        </>
      ) : null}
      {columns.location && location ? (
        <>
          <span aria-hidden>·</span>
          <span data-part="location" style={{ minInlineSize: 0 }}>
            <LocationText location={location} home={columns.location.home} />
          </span>
        </>
      ) : null}
    </Meta>
  )
}
