import { nthParts } from './entry-name-rules.ts'

type Kind = 'file' | 'folder'

/**
 * Numbers that were tried for names in one folder. Long names that differ only near their end are shortened to the same
 * stem: the search for one of them continues where that for another ended.
 */
export interface TriedNumbers {
  /** The first number from `n` on that was not tried for this name or a similar one. */
  from(name: string, n: number, kind: Kind): number
  add(name: string, n: number, kind: Kind): void
}

/** `fold` makes names equal that are the same to the caller. */
export function createTriedNumbers(fold: (name: string) => string = (name) => name): TriedNumbers {
  /** By stem and ending, and where the stem is shortened by the count of digits, on which its length depends. */
  const next = new Map<string, number>()
  const key = (name: string, n: number, kind: Kind) => {
    const [stem, ending] = nthParts(name, n, kind)
    const isShortened = stem.length + ending.length < name.length
    return fold(`${stem}/${isShortened ? String(n).length : ''}/${ending}`)
  }
  return {
    from(name, n, kind) {
      // The first form has no number.
      for (let free = n; free > 1;) {
        const untried = next.get(key(name, free, kind)) ?? free
        if (untried <= free) return free
        free = untried
      }
      return n
    },
    add(name, n, kind) {
      if (n > 1) next.set(key(name, n, kind), n + 1)
    },
  }
}
