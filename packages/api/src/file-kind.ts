/** Kinds of files, as people name them. */
export const fileKinds = [
  'image',
  'video',
  'audio',
  'pdf',
  'document',
  'sheet',
  'slides',
  'archive',
  'design',
  'code',
  'other',
] as const
export type FileKind = (typeof fileKinds)[number]

const parts = /^(.+)\.([^. ]{1,16})$/su

/**
 * The extension of a file's name in lower case, without the dot; empty where there is none. It has at most 16 characters
 * and no space, and something is before its dot: ".env" has none. Listings by type are sorted by the same rule.
 */
export const extensionOf = (name: string): string => parts.exec(name)?.[2]?.toLowerCase() ?? ''

/** A file's name without its extension. */
export const stemOf = (name: string): string => parts.exec(name)?.[1] ?? name

/** In order: the first that matches decides. */
const byType: readonly (readonly [RegExp, FileKind])[] = [
  [/photoshop|illustrator|postscript|figma|sketch|indesign/, 'design'],
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/spreadsheet|excel|csv/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|rtf|epub/, 'document'],
  [/html|css|javascript|json|xml|yaml|markdown|x-sh|x-python|typescript/, 'code'],
]

/** By extension, because the content of many formats is detected as zip or plain text. */
const byExtension: readonly (readonly [RegExp, FileKind])[] = [
  [/^(docx?|odt|rtf|pages|epub)$/, 'document'],
  [/^(xlsx?|ods|csv|tsv|numbers)$/, 'sheet'],
  [/^(pptx?|odp|key)$/, 'slides'],
  [/^(psd|ai|eps|fig|sketch|indd|xd|afdesign)$/, 'design'],
  [/^(zip|tar|t?gz|bz2|xz|zst|7z|rar)$/, 'archive'],
  [/^(md|html?|css|m?[jt]sx?|json|xml|ya?ml|toml|sh|py|rb|go|rs|java|c|h|cpp|php|sql)$/, 'code'],
  [/^(mov|mkv|avi|m4v|mp4|webm)$/, 'video'],
  [/^(mp3|wav|flac|m4a|ogg|aac)$/, 'audio'],
  [/^(jpe?g|png|gif|webp|avif|heic|tiff?|svg|raw|cr2|nef)$/, 'image'],
  [/^pdf$/, 'pdf'],
]

const generic: readonly (readonly [RegExp, FileKind])[] = [
  [/zip|tar|compressed|rar|7z|bzip|zstd|xz/, 'archive'],
  [/^text\//, 'document'],
]

const first = (rules: readonly (readonly [RegExp, FileKind])[], text: string) =>
  rules.find(([pattern]) => pattern.test(text))?.[1]

/**
 * The kind of a file, by its detected media type, else by its extension. For icons and filters, not for security decisions.
 */
export function kindOf(mimetype: string | null, name: string): FileKind {
  const type = mimetype ?? ''
  return first(byType, type) ?? first(byExtension, extensionOf(name)) ?? first(generic, type) ?? 'other'
}
