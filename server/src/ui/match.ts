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

/** The first segment: what of the address space a route claims. */
export function prefixOf(pattern: string): string {
  return `/${segments(pattern)[0]?.replace(/\?$/, '') ?? ''}`
}

const segments = (path: string) => path.split('/').filter((part) => part !== '')
