import type { Entry } from '@holdall/api'
import { FolderIcon, KindTile } from '@holdall/ui'
import { EntryThumbnail } from './entry-thumbnail.tsx'
import { lookOf } from './file-kind-icons.ts'

/** The largest tile in rows, on phones. */
const ROW_TILE = 44

/**
 * The icon of a folder, or the tile of a file's kind with the file's thumbnail. `size` in pixels; default: the size in
 * rows.
 */
export function EntryIcon({ entry, size }: { readonly entry: Entry; readonly size?: number }) {
  const { color, emoji, mimetype, name } = entry.attributes
  const measure = size ? { size } : {}
  if (entry.type === 'folder') return <FolderIcon hue={color ?? 'green'} emoji={emoji} {...measure} />
  return (
    <KindTile
      {...lookOf(mimetype, name)}
      {...measure}
      image={<EntryThumbnail entry={entry} size={size ?? ROW_TILE} />}
    />
  )
}
