import { extensionOf } from '@holdall/api'
import { create } from 'content-disposition'
import mime from 'mime'

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
export const isShownInline = (detected: string): boolean => inlineTypes.has(detected)

/** Endings whose type the library has by an older name. */
const newerNames: Readonly<Record<string, string>> = { 'text/x-vcard': 'text/vcard' }
const textual = /^text\/|^application\/(json|xml|toml|x-sh|x-tex|x-subrip|x-httpd-php)$|\+(xml|json)$/
/** What the bytes alone do not say: text, an archive that other formats are made of, or nothing. */
const unspecific: ReadonlySet<string> = new Set(['application/octet-stream', 'application/zip'])

/**
 * The type of a download: by the name, where the bytes may be of that type, so that a calendar or a track opens in its
 * program; else by the bytes.
 */
function downloadType(name: string, detected: string): string {
  if (activeTypes.test(detected)) return 'application/octet-stream'
  const found = mime.getType(extensionOf(name))
  if (found === null || activeTypes.test(found)) return detected
  const mayBe = textual.test(detected) ? textual.test(found) : unspecific.has(detected) && !textual.test(found)
  return mayBe ? (newerNames[found] ?? found) : detected
}

/** User content is shown inline when `inlineTypes` has its type, downloaded otherwise, and never executed. */
export function contentHeaders(name: string, detected: string, download: boolean): Record<string, string> {
  const isInline = isShownInline(detected) && !download
  const type = isInline ? detected : downloadType(name, detected)
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
