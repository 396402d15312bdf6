import { type FileKind, kindOf } from '@holdall/api'
import type { Hue, IconType } from '@holdall/ui'
import { File, FileArchive, FileCode, FileSpreadsheet, FileText, Film, Image, Music, Palette } from '@holdall/ui/icons'

export { type FileKind as Kind, kindOf }

/** Hue and icon of each kind of files, here and in the spotlight. */
export const kindLooks: Readonly<Record<FileKind, { readonly hue: Hue; readonly icon: IconType }>> = {
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

/** Hue and icon of a file's kind. */
export const lookOf = (mimetype: string | null, name: string) => kindLooks[kindOf(mimetype, name)]
