import { extensionOf } from '../files/names.ts'

/** How many bytes from the start of a file the types below are told by. */
export const SNIFF_BYTES = 4096

const latin = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

/** Magic numbers at the start; the short list that may be shown in a browser, and the containers people know. */
const starts: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['BM', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['%PDF-', 'application/pdf'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['ID3', 'audio/mpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['PK\x05\x06', 'application/zip'],
  ['\x1f\x8b', 'application/gzip'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['MZ', 'application/x-msdownload'],
  ['\x7fELF', 'application/x-executable'],
  ['{\\rtf', 'application/rtf'],
]

/** What a file is called tells these apart, within what its bytes say. */
const ooxml: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
}
const text: Readonly<Record<string, string>> = {
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

/** The type by the bytes themselves; a client's word for it is never asked. `head` is the first `SNIFF_BYTES` or all. */
export function sniff(head: Uint8Array, name: string): string {
  const extension = extensionOf(name)
  const start = latin(head, 0, 16)
  if (start.startsWith('RIFF')) return riff(latin(head, 8, 12))
  if (start.slice(4, 8) === 'ftyp') return isoMedia(latin(head, 8, 12))
  if (start.startsWith('\x1aE\xdf\xa3')) return latin(head, 0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska'
  const found = starts.find(([magic]) => start.startsWith(magic))?.[1]
  if (found === 'application/zip') return ooxml[extension] ?? found
  if (found === 'audio/ogg') return latin(head, 0, 64).includes('theora') || extension === 'ogv' ? 'video/ogg' : found
  if (found === 'image/bmp' || found === 'application/x-msdownload')
    return looksLikeText(head) ? textType(head, extension) : found
  if (found) return found
  if (isMpegAudio(head)) return 'audio/mpeg'
  return looksLikeText(head) ? textType(head, extension) : 'application/octet-stream'
}

function riff(form: string): string {
  if (form === 'WEBP') return 'image/webp'
  if (form === 'WAVE') return 'audio/wav'
  return form === 'AVI ' ? 'video/x-msvideo' : 'application/octet-stream'
}

function isoMedia(brand: string): string {
  if (brand === 'avif' || brand === 'avis') return 'image/avif'
  if (/^(heic|heix|hevc|mif1|msf1)/.test(brand)) return 'image/heic'
  if (brand.startsWith('M4A')) return 'audio/mp4'
  return brand.startsWith('qt') ? 'video/quicktime' : 'video/mp4'
}

/** Two frame headers in a row would be surer; the extension is not asked, for a wrong guess is only played or not. */
function isMpegAudio(head: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0] = head
  return a === 0xff && (b & 0xe6) === 0xe2 && (c & 0xf0) !== 0xf0 && (c & 0xf0) !== 0 && (c & 0x0c) !== 0x0c
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

/** Markup is called so whatever its name says, so that nobody takes it for harmless. */
function textType(head: Uint8Array, extension: string): string {
  const opening = latin(head, 0, 1024).trimStart().toLowerCase()
  if (/^(<!--[\s\S]*?-->\s*|<\?xml[^>]*>\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/.test(opening)) return 'image/svg+xml'
  if (/<(!doctype html|html|head|body|script|iframe)[\s>]/.test(opening)) return 'text/html'
  return text[extension] ?? 'text/plain'
}

/** Whether an operator's list (types or extensions, with or without a dot) names this file: whole words only. */
export function isBlocked(blocked: readonly string[], ...said: readonly string[]): boolean {
  const words = new Set(said.filter(Boolean).map((word) => word.toLowerCase()))
  return blocked.some((entry) => words.has(entry.trim().toLowerCase().replace(/^\./, '')))
}
