import { nthName, shortened, withoutEnd } from '../entries/entry-names.ts'

/** Device names of Windows, with any ending: a file of such a name cannot be created there. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i

/**
 * A name that is one part of a path on every system: without separators, without characters and endings that Windows
 * refuses, and not one of its devices.
 */
export function portableName(name: string): string {
  const clean = withoutEnd(name.normalize('NFC').replace(/[\p{Cc}<>:"/\\|?*]/gu, '_'))
  if (clean === '') return '_'
  const stem = withoutEnd(clean.split('.', 1)[0]!)
  return reserved.test(stem) ? withoutEnd(shortened(`_${clean}`)) : clean
}

/** Gives names that are different in one folder also where case and composition of characters do not count. */
export function uniqueNames(): (name: string, kind: 'file' | 'folder') => string {
  /** By folded name: the number that is tried next. */
  const taken = new Map<string, number>()
  return (raw, kind) => {
    const name = portableName(raw)
    let n = taken.get(fold(name)) ?? 1
    let unique = nthName(name, n, kind)
    while (taken.has(fold(unique))) unique = nthName(name, ++n, kind)
    taken.set(fold(unique), 2)
    taken.set(fold(name), n + 1)
    return unique
  }
}

const fold = (name: string) => name.normalize('NFC').toLowerCase()
