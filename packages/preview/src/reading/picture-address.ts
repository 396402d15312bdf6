import type { Entry } from '@holdall/api'

/** Addresses of smaller pictures of an image, by size: `lg` is at most 960 pixels wide, `xl` at most 1440. */
interface Thumbnail {
  readonly xs: string
  readonly sm: string
  readonly lg: string
  readonly xl: string
}
type Attributes = Entry['attributes'] & { readonly thumbnail?: Thumbnail | null }

/** Wider windows get the larger picture. */
const MAX_LG_WINDOW_PX = 1280

/**
 * Addresses of a picture of the file, the one to try first at the beginning: a thumbnail for the width of the window in
 * CSS pixels where the server made one, then `url`, the original. Vector images are shown as they are.
 */
export function pictureAddresses(attributes: Attributes, url: string, windowWidth: number): readonly string[] {
  const { thumbnail, mimetype } = attributes
  if (!thumbnail || mimetype === 'image/svg+xml' || mimetype === 'image/gif') return [url]
  return [windowWidth <= MAX_LG_WINDOW_PX ? thumbnail.lg : thumbnail.xl, url]
}

/** The smallest picture of a file; null where the server made none. */
export const smallPicture = ({ thumbnail }: Attributes): string | null => thumbnail?.xs ?? null
