import type { Hue, IconType } from '@holdall/ui'
import { File, FileArchive, FileCode, FileSpreadsheet, FileText, Film, Image, Music, Palette } from '@holdall/ui/icons'

export type Kind =
  'image' | 'video' | 'audio' | 'pdf' | 'document' | 'sheet' | 'slides' | 'archive' | 'design' | 'code' | 'other'

const looks: Readonly<Record<Kind, { readonly hue: Hue; readonly icon: IconType }>> = {
  image: { hue: 'teal', icon: Image },
  video: { hue: 'violet', icon: Film },
  audio: { hue: 'pink', icon: Music },
  pdf: { hue: 'red', icon: FileText },
  document: { hue: 'blue', icon: FileText },
  sheet: { hue: 'green', icon: FileSpreadsheet },
  slides: { hue: 'orange', icon: FileText },
  archive: { hue: 'amber', icon: FileArchive },
  design: { hue: 'orange', icon: Palette },
  code: { hue: 'grey', icon: FileCode },
  other: { hue: 'grey', icon: File },
}

/** In order: the first that matches decides. */
const rules: readonly (readonly [RegExp, Kind])[] = [
  [/photoshop|illustrator|postscript|figma|sketch|indesign/, 'design'],
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/spreadsheet|excel|csv/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/wordprocessing|msword|opendocument\.text|rtf|epub/, 'document'],
  [/zip|tar|compressed|rar|7z|bzip|zstd|xz/, 'archive'],
  [/html|css|javascript|json|xml|yaml|markdown|x-sh|x-python|typescript/, 'code'],
  [/^text\//, 'document'],
]

/** What kind of file a sniffed media type is. */
export function kindOf(mimetype: string | null): Kind {
  if (!mimetype) return 'other'
  return rules.find(([pattern]) => pattern.test(mimetype))?.[1] ?? 'other'
}

export const lookOf = (mimetype: string | null) => looks[kindOf(mimetype)]
