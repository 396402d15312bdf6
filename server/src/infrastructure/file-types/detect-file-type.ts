import { extensionOf } from '@holdall/api'
import { fileTypeFromBuffer } from 'file-type'

/** A file's type is detected from this many bytes at its start, however long it is. */
export const SNIFF_BYTES = 4096

/** file-type's name -> the name that is stored, and that operators block, where they differ. */
const storedNames: Readonly<Record<string, string>> = {
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'video/vnd.avi': 'video/x-msvideo',
  'video/matroska': 'video/x-matroska',
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'application/x-elf': 'application/x-executable',
  'application/x-rar-compressed': 'application/vnd.rar',
}

/** Signatures of plain letters that are too long to begin a text by accident. Other types need binary bytes. */
const textSignatures: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/rtf',
  'image/gif',
  'image/webp',
  'audio/wav',
])

/** Types of the same signature, which the extension distinguishes. */
const zipTypes: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
}
const textTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
}

/** The type by the bytes; the one that a client names is never used. `start` is the first `SNIFF_BYTES` or more. */
export async function sniff(start: Uint8Array, name: string): Promise<string> {
  const head = start.subarray(0, SNIFF_BYTES)
  const extension = extensionOf(name)
  const type = await binaryType(head, extension)
  if (!looksLikeText(head)) return type ?? 'application/octet-stream'
  return type !== undefined && textSignatures.has(type) ? type : textType(head, extension)
}

/** The type of an image that may be one of the app: PNG, WebP, JPEG or SVG. */
export function imageTypeOf(
  bytes: Uint8Array,
): 'image/png' | 'image/webp' | 'image/jpeg' | 'image/svg+xml' | undefined {
  const head = bytes.subarray(0, SNIFF_BYTES)
  const opening = latin(head, 12)
  if (opening.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (opening.startsWith('RIFF') && opening.endsWith('WEBP')) return 'image/webp'
  if (opening.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return looksLikeText(head) && textType(head, '') === 'image/svg+xml' ? 'image/svg+xml' : undefined
}

async function binaryType(head: Uint8Array, extension: string): Promise<string | undefined> {
  const opening = latin(head, 8)
  // Archives are not unpacked: the sender chooses the names of the files inside, like the name of the archive.
  if (opening.startsWith('PK\x03\x04') || opening.startsWith('PK\x05\x06')) {
    return zipTypes[extension] ?? 'application/zip'
  }
  if (opening.startsWith('\x1f\x8b')) return 'application/gzip'
  // The library has another type for animated ones.
  if (opening === '\x89PNG\r\n\x1a\n') return 'image/png'
  // A TIFF's directory is mostly after the head.
  if (opening.startsWith('II*\0') || opening.startsWith('MM\0*')) return 'image/tiff'
  // The library skips a tag, and a tag within it: this is audio, whatever else the file holds.
  if (opening.startsWith('ID3')) return 'audio/mpeg'
  // The library skips a byte order mark, which a browser would not do.
  if (opening.startsWith('\xef\xbb\xbf')) return undefined
  const found = await fileTypeFromBuffer(head)
  if (!found) return undefined
  const { ext, mime } = found
  if (mime === 'application/ogg') return extension === 'ogv' ? 'video/ogg' : 'audio/ogg'
  // For these the library accepts shorter signatures than a file must have to be shown in a browser.
  if (mime === 'image/gif' && !/^GIF8[79]a/.test(opening)) return undefined
  if (mime === 'application/pdf' && !opening.startsWith('%PDF-')) return undefined
  if (mime === 'audio/mpeg' && ext !== 'mp3') return undefined
  return storedNames[mime] ?? mime
}

function looksLikeText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

const htmlTags = ['<!doctype html', '<html', '<head', '<body', '<script', '<iframe']

/** Markup is detected whatever the file's name, so that it is never treated as harmless. */
function textType(head: Uint8Array, extension: string): string {
  const opening = latin(head, SNIFF_BYTES).toLowerCase()
  if (hasTagAt(opening, '<svg', endOfProlog(opening))) return 'image/svg+xml'
  if (htmlTags.some((tag) => hasTag(opening, tag))) return 'text/html'
  return textTypes[extension] ?? 'text/plain'
}

/** What may precede the root element of XML. */
const prologParts = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!doctype', '>'],
] as const

/** Where the root element begins. It never searches backwards, so its time is linear. */
function endOfProlog(text: string): number {
  for (let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0; ;) {
    while (isSpace(text.charCodeAt(at))) at++
    const part = prologParts.find(([open]) => text.startsWith(open, at))
    if (!part) return at
    const [open, close] = part
    let end = text.indexOf(close, at + open.length)
    // A document type may declare entities between brackets, each with a `>` of its own.
    if (open === '<!doctype' && end >= 0 && text.slice(at, end).includes('[')) {
      const bracket = text.indexOf(']', at)
      end = bracket < 0 ? -1 : text.indexOf(close, bracket)
    }
    if (end < 0) return text.length
    at = end + close.length
  }
}

function hasTag(text: string, tag: string): boolean {
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + tag.length)) {
    if (hasTagAt(text, tag, at)) return true
  }
  return false
}

function hasTagAt(text: string, tag: string, at: number): boolean {
  const after = text.charAt(at + tag.length)
  return text.startsWith(tag, at) && (after === '>' || after === '/' || isSpace(after.charCodeAt(0)))
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

const latin = (bytes: Uint8Array, end: number) => Buffer.from(bytes.subarray(0, end)).toString('latin1')

/** Whether an operator's list (types or extensions, with or without a dot) names this file: whole words only. */
export function isBlocked(blocked: readonly string[], ...typesAndExtensions: readonly string[]): boolean {
  const words = new Set(typesAndExtensions.filter(Boolean).map((word) => word.toLowerCase()))
  return blocked.some((entry) => words.has(entry.trim().toLowerCase().replace(/^\./, '')))
}
