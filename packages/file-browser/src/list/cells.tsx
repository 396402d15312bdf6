import type { Entry, Share } from '@holdall/api'
import { FolderIcon, Icon, KindTile, VisuallyHidden } from '@holdall/ui'
import { Link as LinkIcon, Link2Off, Lock } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { useFormatDate } from '../format/date.ts'
import { isExpired } from '../format/expiry.ts'
import { lookOf } from '../format/kind.ts'
import { useFormatSize } from '../format/size.ts'
import type { Columns } from '../browser.ts'
import { Meta, SharedCell } from './styles.ts'

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

export function MetaLine({ entry, columns }: { readonly entry: Entry; readonly columns: Columns }) {
  const sizeText = useSizeText()
  const share = columns.shared ? entry.relationships.shared?.data : undefined
  return (
    <Meta>
      {share ? (
        <SharedCell data-expired={isExpired(share) || undefined}>
          <Icon as={iconOf(share)} size={14} />
          {isExpired(share) ? <FormattedMessage id="browser.link_expired" /> : null}
        </SharedCell>
      ) : null}
      <bdi>{sizeText(entry)}</bdi>
      {entry.type === 'file' || columns.date === 'deleted_at' ? (
        <>
          <span aria-hidden>·</span>
          <bdi>
            <DateText entry={entry} date={columns.date} />
          </bdi>
        </>
      ) : null}
    </Meta>
  )
}
