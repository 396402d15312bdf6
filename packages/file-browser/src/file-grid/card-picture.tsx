import type { Entry } from '@holdall/api'
import { KindTile } from '@holdall/ui'
import { lookOf } from '../format/kind.ts'
import { PictureBox } from './file-grid-styles.ts'

/** The picture of a file: the icon of its kind. */
export function CardPicture({ entry: { attributes } }: { readonly entry: Entry }) {
  return (
    <PictureBox data-picture>
      <KindTile {...lookOf(attributes.mimetype, attributes.name)} size={64} iconSize={30} />
    </PictureBox>
  )
}
