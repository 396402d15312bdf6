import { useState } from 'react'
import { type Entry, type Thumbnail, thumbnailPixels, type ThumbnailSize } from '@holdall/api'
import styled from 'styled-components'

const Image = styled.img`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
  /* The top of a page says most about it. */
  &[data-page] {
    object-position: top;
  }
  /* Of images with transparent parts. */
  background: var(--surface);
  opacity: 0;
  transition: opacity var(--m) var(--ease);
  &[data-loaded] {
    opacity: 1;
  }
`

/** `xs` fills a square of its size only where the image is a square too. */
const CROP = 1.5

/** From the smallest to the largest. */
const sizes: readonly ThumbnailSize[] = ['xs', 'sm', 'lg', 'xl']

/** The sizes for `srcset`, each address once. */
function candidates(thumbnail: Thumbnail): string {
  const all = sizes.map((size) => [thumbnail[size], thumbnailPixels[size]] as const)
  return all
    .filter(([address], index) => all[index - 1]?.[0] !== address)
    .map(([address, width]) => `${address} ${String(width)}w`)
    .join(', ')
}

interface EntryThumbnailProps {
  readonly entry: Entry
  /** Pixels of the longest side of the box that it fills: the browser loads the size that its screen needs. */
  readonly size: number
}

/**
 * The thumbnail of a file, for a box with `position: relative` and a size of its own: it fills the box once it is
 * loaded. Renders nothing where there is none, so that what is below, like an icon, stays visible.
 */
export function EntryThumbnail({ entry, size }: EntryThumbnailProps) {
  const { mimetype, thumbnail } = entry.attributes
  const [failed, setFailed] = useState<string | null>(null)
  if (!thumbnail || failed === thumbnail.xs) return null
  return (
    <Image
      key={thumbnail.xs}
      src={thumbnail.xs}
      srcSet={candidates(thumbnail)}
      sizes={`${String(Math.round(size * CROP))}px`}
      alt=""
      data-page={mimetype === 'application/pdf' || undefined}
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) => {
        currentTarget.dataset['loaded'] = ''
      }}
      onError={() => {
        setFailed(thumbnail.xs)
      }}
    />
  )
}
