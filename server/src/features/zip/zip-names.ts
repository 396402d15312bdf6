import { nthName, shortened, withoutEnd } from '../entries/entry-name-rules.ts'
import { createTriedNumbers } from '../entries/tried-numbers.ts'

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
  const taken = new Set<string>()
  const tried = createTriedNumbers(fold)
  return (raw, kind) => {
    const name = portableName(raw)
    let unique = name
    for (let n = 1; taken.has(fold(unique));) {
      n = tried.from(name, n + 1, kind)
      unique = nthName(name, n, kind)
      tried.add(name, n, kind)
    }
    taken.add(fold(unique))
    return unique
  }
}

const fold = (name: string) => name.normalize('NFC').toLowerCase()
