import type { Entry } from '@holdall/api'
import { FolderIcon, KindTile } from '@holdall/ui'
import { EntryThumbnail } from '../format/entry-thumbnail.tsx'
import { lookOf } from '../format/file-kind-icons.ts'
import { PictureBox } from './file-grid-styles.ts'
import { GRID } from './grid-layout.ts'

interface CardPictureProps {
  readonly entry: Entry
  /** Pixels of its width. Default: that of a narrow card. */
  readonly width?: number
}

/** The picture of an entry in its card and in its details: its thumbnail, or the icon of its kind. */
export function CardPicture({ entry, width = GRID.minCardWidth }: CardPictureProps) {
  const { color, emoji, mimetype, name } = entry.attributes
  return (
    <PictureBox data-picture>
      {entry.type === 'folder' ? (
        <FolderIcon hue={color ?? 'green'} emoji={emoji} size={88} />
      ) : (
        <KindTile {...lookOf(mimetype, name)} size={64} iconSize={30} />
      )}
      <EntryThumbnail entry={entry} size={width} />
    </PictureBox>
  )
}
