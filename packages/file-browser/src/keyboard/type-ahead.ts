const PAUSE_MS = 700

/** Collects what is typed; after a pause it starts again. */
export function createTypeAhead(now: () => number = () => performance.now()) {
  let typed = ''
  let last = -Infinity
  return {
    /** Whether a Space now belongs to the name being typed. */
    isTyping: () => typed !== '' && now() - last < PAUSE_MS,
    /** What is typed next begins a name. */
    reset() {
      typed = ''
    },
    /** Adds a character and answers what to look for; one letter again and again steps through its names. */
    add(character: string): { readonly text: string; readonly fromNext: boolean } {
      typed = now() - last < PAUSE_MS ? typed + character : character
      last = now()
      const same = typed === typed.slice(0, 1).repeat(typed.length)
      return same ? { text: typed.slice(0, 1), fromNext: true } : { text: typed, fromNext: false }
    },
  }
}

/** Index of the first known row from `start` on, around the end, whose name begins with `text`. */
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
