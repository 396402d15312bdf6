import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** Queries that are fetched again once their fetch has ended. */
const repeated = new WeakSet<Query>()

/**
 * Fetches again what these queries show, after a change. A fetch that has begun before the change may lack it: it ends
 * first, and one more follows. Canceling it instead would keep a list from loading on a slow connection while changes
 * come fast, and a first load is not canceled by the client at all.
 */
export function refetchChanged(client: QueryClient, filters: QueryFilters): Promise<void> {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (repeated.has(query)) continue
    repeated.add(query)
    const repeat = () => {
      repeated.delete(query)
      return client.invalidateQueries({ predicate: (one) => one === query })
    }
    query.promise?.then(repeat, repeat).catch(() => undefined)
  }
  return client.invalidateQueries(filters, { cancelRefetch: false })
}
