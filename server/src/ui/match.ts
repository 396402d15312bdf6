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

/** What a pattern claims, whatever its parameters are called: `/a/:b?` claims `/a` and `/a/:`. Two that claim the same cannot be told apart. */
export function claims(pattern: string): string[] {
  const parts = segments(pattern.toLowerCase())
  const shapes = [shape(parts)]
  while (parts.at(-1)?.endsWith('?')) {
    parts.pop()
    shapes.push(shape(parts))
  }
  return shapes
}

const shape = (parts: readonly string[]) =>
  `/${parts.map((part) => (part.startsWith(':') ? ':' : part.replace(/\?$/, ''))).join('/')}`

const segments = (path: string) => path.split('/').filter((part) => part !== '')
