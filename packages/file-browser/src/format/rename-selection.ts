import { type Entry, stemOf } from '@holdall/api'

/**
 * How much of a name is selected when its renaming begins, in UTF-16 units: of a file without its extension, of a folder
 * all of it.
 */
export const renameSelectionLength = (name: string, type: Entry['type']): number =>
  type === 'file' ? stemOf(name).length : name.length
