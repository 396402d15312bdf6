interface Failure {
  readonly version: string
  readonly reason: string
  readonly address: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly count: number
}

/** Reports by browsers of sections that did not load. Anyone may send one: their number is bounded, and only paths of our own files are kept. */
export interface Failures {
  add(id: string, failure: Omit<Failure, 'count'>): void
  /** Newest first. */
  of(id: string): readonly Failure[]
  /** Reports since the start. */
  readonly reports: number
}

const perSection = 20

export function createFailures(): Failures {
  const bySection = new Map<string, Failure[]>()
  const of = (id: string) => bySection.get(id) ?? []
  let reports = 0
  return {
    of,
    get reports() {
      return reports
    },
    add(id, report) {
      reports += 1
      const failure = { ...report, address: ownAddress(report.address) }
      const same = of(id).find(
        (f) => f.version === failure.version && f.reason === failure.reason && f.address === failure.address,
      )
      const others = of(id).filter((f) => f !== same)
      bySection.set(id, [{ ...failure, count: (same?.count ?? 0) + 1 }, ...others].slice(0, perSection))
    },
  }
}

/** Null for other addresses: they may contain the token of a link. */
function ownAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address, 'http://holdall')) return null
  const { pathname } = new URL(address, 'http://holdall')
  return pathname.startsWith('/ui/') ? pathname : null
}
