const PAUSE_MS = 700

/** Collects typed characters; starts again after a pause of 700 ms. */
export function createTypeAhead(now: () => number = () => performance.now()) {
  let typed = ''
  let last = -Infinity
  return {
    /** Whether a Space would belong to the typed name. */
    isTyping: () => typed !== '' && now() - last < PAUSE_MS,
    /** Starts a new name with the next character. */
    reset() {
      typed = ''
    },
    /**
     * Adds a character and returns the text to search for. When one letter is repeated the text is that letter, and
     * `fromNext` makes the search start at the next row.
     */
    add(character: string): { readonly text: string; readonly fromNext: boolean } {
      typed = now() - last < PAUSE_MS ? typed + character : character
      last = now()
      const same = typed === typed.slice(0, 1).repeat(typed.length)
      return same ? { text: typed.slice(0, 1), fromNext: true } : { text: typed, fromNext: false }
    },
  }
}

/** Index of the first row from `start` on whose name begins with `text`, continuing at the first row; null for none. */
export function findByName(
  rows: Iterable<readonly [number, { readonly attributes: { readonly name: string } }]>,
  text: string,
  start: number,
): number | null {
  const prefix = fold(text)
  let before: number | null = null
  for (const [index, entry] of rows) {
    if (!fold(entry.attributes.name).startsWith(prefix)) continue
    if (index >= start) return index
    before ??= index
  }
  return before
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
