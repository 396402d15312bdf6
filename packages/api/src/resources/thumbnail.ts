import * as z from '@holdall/schema'

/** Pixels of the longest side of a thumbnail, at most. */
export const thumbnailPixels = { xs: 120, sm: 240, lg: 960, xl: 1440 } as const
export const ThumbnailSize = z.enum(['xs', 'sm', 'lg', 'xl'])
export type ThumbnailSize = z.infer<typeof ThumbnailSize>

/** Signed, short-lived addresses of WebP images. Small content has no large ones: these sizes share an address. */
export const Thumbnail = z.object({ xs: z.string(), sm: z.string(), lg: z.string(), xl: z.string() })
export type Thumbnail = z.infer<typeof Thumbnail>

const thumbnailTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'video/mp4',
  'video/mpeg',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-flv',
  'video/x-matroska',
  'video/x-msvideo',
])

/** Whether files of this detected type get thumbnails; of videos only where the server has FFmpeg. */
export const canHaveThumbnail = (mimetype: string | null): boolean => mimetype !== null && thumbnailTypes.has(mimetype)
