import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** Queries that are fetched again once their fetch has ended. */
const repeated = new WeakSet<Query>()

function repeat(client: QueryClient, query: Query): void {
  if (repeated.has(query)) return
  repeated.add(query)
  const again = () => {
    repeated.delete(query)
    return client.invalidateQueries({ predicate: (one) => one === query })
  }
  query.promise?.then(again, again).catch(() => undefined)
}

/**
 * Fetches again what these queries show, after a change. A fetch that has begun before the change may lack it: it ends
 * first, and one more follows. Canceling it instead would keep a list from loading on a slow connection while changes
 * come fast.
 */
export function refetchChanged(client: QueryClient, filters: QueryFilters): Promise<void> {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) repeat(client, query)
  return client.invalidateQueries(filters, { cancelRefetch: false })
}

/**
 * Fetches again what was invalidated during its first load, until the returned function is called: the client ignores
 * that by itself, and the list would lack what has arrived since the server read it.
 */
export function repeatInvalidatedLoads(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { data, fetchStatus } = event.query.state
    if (data === undefined && fetchStatus === 'fetching') repeat(client, event.query)
  })
}
