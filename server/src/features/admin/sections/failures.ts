export interface Failure {
  readonly version: string
  readonly reason: string
  readonly address: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly count: number
}

/**
 * Reports by browsers without an account. Anyone may send one: their number is bounded, they are kept in memory, and they
 * change nothing for others.
 */
export interface Failures {
  /** False where the same one was reported before. */
  add(id: string, failure: Omit<Failure, 'count'>): boolean
  /** Newest first. */
  of(id: string): readonly Failure[]
}

const perSection = 20

export function createFailures(): Failures {
  const bySection = new Map<string, Failure[]>()
  const of = (id: string) => bySection.get(id) ?? []
  return {
    of,
    add(id, report) {
      const failure = { ...report, address: ownAddress(report.address) }
      const same = of(id).find(
        (f) => f.version === failure.version && f.reason === failure.reason && f.address === failure.address,
      )
      const others = of(id).filter((f) => f !== same)
      bySection.set(id, [{ ...failure, count: (same?.count ?? 0) + 1 }, ...others].slice(0, perSection))
      return same === undefined
    },
  }
}

/** Null for other addresses: they may contain the token of a link. */
export function ownAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address, 'http://holdall')) return null
  const { pathname } = new URL(address, 'http://holdall')
  return pathname.startsWith('/ui/') ? pathname : null
}
