let last = 0

/** A new id, the same ones in each run of a test file. */
export function makeId(): string {
  last += 1
  return `00000000-0000-7000-8000-${last.toString(16).padStart(12, '0')}`
}
