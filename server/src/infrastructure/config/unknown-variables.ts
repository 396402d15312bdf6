import { knownVariables } from './config.ts'

interface UnknownVariable {
  readonly name: string
  /** The known variable with the most similar name; null where none is similar. */
  readonly nearest: string | null
}

/** Has an effect on `npm run build` only. */
const buildVariable = 'HOLDALL_SOURCE_MAPS'

/** Longer names are not compared: they are no typing errors. */
const MAX_NAME_CHARS = 80
/** More differences than these are another name. */
const MAX_DIFFERENCES = 4

/** The `HOLDALL_…` variables that have no effect. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('HOLDALL_') && !knownVariables.has(name) && name !== buildVariable)
    .map((name) => ({ name: name.slice(0, MAX_NAME_CHARS), nearest: nearestOf(name) }))
}

function nearestOf(name: string): string | null {
  if (name.length > MAX_NAME_CHARS) return null
  const ranked = [...knownVariables]
    .map((known) => ({ known, differences: differencesOf(name, known) }))
    .toSorted((one, other) => one.differences - other.differences)
  const nearest = ranked[0]
  return nearest && nearest.differences <= MAX_DIFFERENCES ? nearest.known : null
}

/** Levenshtein's distance: the characters to insert, delete or replace. */
function differencesOf(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of one.split('').entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of other.split('').entries()) {
      const replaced = previous[column]! + (letter === otherLetter ? 0 : 1)
      current.push(Math.min(replaced, previous[column + 1]! + 1, current[column]! + 1))
    }
    previous = current
  }
  return previous.at(-1)!
}
