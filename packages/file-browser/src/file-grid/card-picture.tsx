import type { Entry } from '@holdall/api'
import { KindTile } from '@holdall/ui'
import { EntryThumbnail } from '../format/entry-thumbnail.tsx'
import { lookOf } from '../format/kind.ts'
import { PictureBox } from './file-grid-styles.ts'
import { GRID } from './grid-layout.ts'

/** The picture of a file: its thumbnail, or the icon of its kind. */
export function CardPicture({ entry }: { readonly entry: Entry }) {
  const { mimetype, name } = entry.attributes
  return (
    <PictureBox data-picture>
      <KindTile {...lookOf(mimetype, name)} size={64} iconSize={30} />
      <EntryThumbnail entry={entry} size={GRID.minCardWidth} />
    </PictureBox>
  )
}
