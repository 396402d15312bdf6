/** Always skipped (SPEC section 5). */
const SYSTEM_FILE = '.DS_Store'

/** Whether a name is one of these patterns, in which `*` is any text; upper and lower case are the same. */
export function createSkippedNames(patterns: readonly string[]): (name: string) => boolean {
  const parts = patterns.map((pattern) => pattern.toLowerCase().split('*'))
  return (name) => name === SYSTEM_FILE || parts.some((pattern) => matches(name.toLowerCase(), pattern))
}

/** In linear time, which a regular expression with several `*` is not. */
function matches(name: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return name === first
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
  const middle = name.slice(first.length, name.length - last.length)
  let at = 0
  for (const part of others) {
    const found = middle.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}
