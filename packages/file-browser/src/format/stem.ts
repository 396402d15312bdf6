import { type Entry, stemOf } from '@holdall/api'

/** Length of a file's name without its extension, in UTF-16 units; of the whole name for a folder. */
export const stemLength = (name: string, type: Entry['type']): number =>
  type === 'file' ? stemOf(name).length : name.length
