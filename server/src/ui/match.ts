/** How well a pattern (`/a/:b/:c?`, `/a/*`) fits a path; null when it does not. More is better. */
export function fit(pattern: string, path: string): number | null {
  const want = segments(pattern)
  const have = segments(path)
  let score = 0
  for (const [index, part] of want.entries()) {
    if (part === '*') return score
    const given = have[index]
    if (given === undefined) {
      if (!part.endsWith('?')) return null
      continue
    }
    if (part.startsWith(':')) score += 2
    else if (part.toLowerCase() === given.toLowerCase()) score += 3
    else return null
  }
  return have.length > want.length ? null : score + 1
}

/** The prefix that a pattern claims with everything below it: its parts up to the first that is not literal. */
export function prefixOf(pattern: string): string {
  const parts = segments(pattern.toLowerCase())
  const end = parts.findIndex((part) => part.startsWith(':') || part.includes('*') || part.endsWith('?'))
  return `/${(end === -1 ? parts : parts.slice(0, end)).join('/')}`
}

/** Whether one of two prefixes holds the other. */
export function overlaps(a: string, b: string): boolean {
  const within = (inner: string, outer: string) => `${inner}/`.startsWith(outer === '/' ? '/' : `${outer}/`)
  return within(a, b) || within(b, a)
}

const segments = (path: string) => path.split('/').filter((part) => part !== '')
