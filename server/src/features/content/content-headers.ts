import { create } from 'content-disposition'

/** What a browser may show inline: types that are detected from the bytes, and that cannot run a script. */
const inlineTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'audio/flac',
  'application/pdf',
])

/** Types that can run a script: sent as attachments of an unknown type. */
const activeTypes = /^(text\/html|text\/javascript|application\/xhtml\+xml|application\/xml|image\/svg\+xml|text\/css)$/

/** Whether browsers show content of this type, which the server detected, in place of downloading it. */
export const isShownInline = (mime: string): boolean => inlineTypes.has(mime)

/** User content is shown inline when `inlineTypes` has its type, downloaded otherwise, and never executed. */
export function contentHeaders(name: string, mime: string, download: boolean): Record<string, string> {
  const isInline = isShownInline(mime) && !download
  const type = activeTypes.test(mime) ? 'application/octet-stream' : mime
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': create(name, {
      type: isInline ? 'inline' : 'attachment',
      // Clients differ in how they read quotes, backslashes and percent signs of the plain name.
      fallback: name.replace(/[^\x20-\x7e]|["\\%]/g, '_'),
    }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  }
}
