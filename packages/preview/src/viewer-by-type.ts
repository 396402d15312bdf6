import { type Entry, extensionOf } from '@holdall/api'

export type ViewerName = 'image' | 'video' | 'audio' | 'pdf' | 'table' | 'markdown' | 'code' | 'text' | 'archive'

const images = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|svg\+xml)$/
const textTypes =
  /^(text\/|application\/(json|xml|javascript|yaml|toml|x-sh|sql|xhtml\+xml)$|[\w.-]+\/[\w.-]+\+(json|xml)$)/

/** Extensions of text whose content the server may detect as bytes, because it is not UTF-8. */
const textExtensions = /^(txt|log|csv|tsv|md|markdown|ini|cfg|conf|srt|vtt|nfo)$/

/** Pictures that browsers do not show: their thumbnails are shown. */
export const isShownByThumbnail = (mimetype: string | null): boolean => mimetype === 'image/tiff'

/**
 * The viewer of a file, by the type that the server detected; null where it has none. Of a file that may not be
 * downloaded, its thumbnail is shown.
 */
export function viewerOf({ attributes: { mimetype, name, thumbnail, file_url: url } }: Entry): ViewerName | null {
  if (url === null) return thumbnail ? 'image' : null
  const type = mimetype ?? ''
  const extension = extensionOf(name)
  if (images.test(type) || (isShownByThumbnail(type) && thumbnail)) return 'image'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'application/zip') return 'archive'
  const isText = textTypes.test(type) || (type === 'application/octet-stream' && textExtensions.test(extension))
  if (!isText) return null
  if (/^(csv|tsv)$/.test(extension) || /^text\/(csv|tab-separated-values)$/.test(type)) return 'table'
  if (/^(md|markdown)$/.test(extension) || type === 'text/markdown') return 'markdown'
  return languageOf(name, type) === null ? 'text' : 'code'
}

const byExtension: Readonly<Record<string, string>> = {
  bash: 'bash',
  c: 'c',
  cc: 'cpp',
  cjs: 'javascript',
  conf: 'ini',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  diff: 'diff',
  go: 'go',
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  ini: 'ini',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  less: 'less',
  lua: 'lua',
  mjs: 'javascript',
  patch: 'diff',
  php: 'php',
  pl: 'perl',
  py: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  scss: 'scss',
  sh: 'bash',
  sql: 'sql',
  swift: 'swift',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
}

/** The language of a source file as highlight.js names it; null where it is plain text. */
export function languageOf(name: string, type: string | null): string | null {
  const extension = extensionOf(name)
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension] ?? null
  if (/^application\/json$|\+json$/.test(type ?? '')) return 'json'
  return /^(text\/html|application\/(xhtml\+)?xml|text\/xml)$|\+xml$/.test(type ?? '') ? 'xml' : null
}
