import type { Entry } from '@holdall/api'
import { isShownByThumbnail } from '../viewer-by-type.ts'

type Attributes = Entry['attributes']

/** Wider windows get the larger picture. */
const MAX_LG_WINDOW_PX = 1280

/**
 * Addresses of a picture of the file, the one to try first at the beginning: a thumbnail for the width of the window in
 * CSS pixels where the server made one, then `url`, the original, or the largest thumbnail of what browsers do not show.
 * Vector images are shown as they are, unless the file may not be downloaded.
 */
export function pictureAddresses(attributes: Attributes, url: string, windowWidth: number): readonly string[] {
  const { thumbnail, mimetype, file_url: original } = attributes
  const isShownAsIs = original !== null && (mimetype === 'image/svg+xml' || mimetype === 'image/gif')
  if (!thumbnail || isShownAsIs) return [url]
  const fitting = windowWidth <= MAX_LG_WINDOW_PX ? thumbnail.lg : thumbnail.xl
  return [...new Set([fitting, isShownByThumbnail(mimetype) ? thumbnail.xl : url])]
}

/** The smallest picture of a file; null where the server made none. */
export const smallPicture = ({ thumbnail }: Attributes): string | null => thumbnail?.xs ?? null
