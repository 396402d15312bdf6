/** Owners whose rows are counted at the same time. */
const MAX_COUNTED = 10_000

/**
 * Counts the rows that this process inserts for each owner of a bounded list, and returns true once `every` came
 * together: then the caller deletes what is beyond the bound.
 */
export function createInsertCounter(every: number): (ownerId: string, rows?: number) => boolean {
  const counts = new Map<string, number>()
  return (ownerId, rows = 1) => {
    const count = (counts.get(ownerId) ?? 0) + rows
    counts.delete(ownerId)
    if (count >= every) return true
    counts.set(ownerId, count)
    const [oldest] = counts.keys()
    if (counts.size > MAX_COUNTED && oldest !== undefined) counts.delete(oldest)
    return false
  }
}
