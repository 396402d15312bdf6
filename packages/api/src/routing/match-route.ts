/** Scores of React Router's ranking, each including the 1 that it adds for the segment. */
const STATIC = 11
const PARAMETER = 4
const SPLAT = -1
const NO_MATCH = -Infinity

/**
 * The route that React Router would render for a path, matched without React; null where none matches. Case and
 * trailing slashes are ignored, escapes are decoded. Patterns are absolute: `/a/:b/:c?`, `/a/*`. Of several with the
 * same score the first is returned.
 */
export function matchRoute<T extends { readonly path: string }>(routes: readonly T[], pathname: string): T | null {
  const segments = segmentsOf(pathname)
  let best: T | null = null
  let bestScore = NO_MATCH
  for (const route of routes) {
    const score = scoreOf(partsOf(route.path), segments)
    if (score > bestScore) [best, bestScore] = [route, score]
  }
  return best
}

/** The path of a pattern without its optional parameters; null where it has a required one. */
export function addressOf(pattern: string): string | null {
  const parts = partsOf(pattern).filter((part) => part !== '*' && !(part.startsWith(':') && part.endsWith('?')))
  if (parts.some((part) => part.startsWith(':'))) return null
  return `/${parts.map((part) => part.replace(/\?$/, '')).join('/')}`
}

/**
 * An optional part counts in the way that scores higher. Recursion ends with the pattern, so a long path is no problem.
 */
function scoreOf([part, ...rest]: readonly string[], segments: readonly string[], index = 0): number {
  if (part === undefined) return index === segments.length ? 0 : NO_MATCH
  if (part === '*') return SPLAT
  if (part.endsWith('?')) {
    const withPart = scoreOf([part.slice(0, -1), ...rest], segments, index)
    return Math.max(withPart, scoreOf(rest, segments, index))
  }
  const segment = segments[index] ?? ''
  if (segment === '') return NO_MATCH
  if (part.startsWith(':')) return PARAMETER + scoreOf(rest, segments, index + 1)
  return part.toLowerCase() === segment.toLowerCase() ? STATIC + scoreOf(rest, segments, index + 1) : NO_MATCH
}

const partsOf = (pattern: string) => pattern.split('/').filter((part) => part !== '')

function segmentsOf(pathname: string): readonly string[] {
  const segments = pathname.split('/')
  const trimmed = segments.slice(1, segments.findLastIndex((segment) => segment !== '') + 1)
  try {
    return trimmed.map(decodeURIComponent)
  } catch {
    // A malformed escape leaves the path as it is, as in React Router.
    return trimmed
  }
}
