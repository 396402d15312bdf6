import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** What `read` finds in the cached queries, which it is called with again when one of them has changed. */
export function useCachedQueries<T>(read: (client: QueryClient) => T): T {
  const client = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) =>
      client.getQueryCache().subscribe(({ type }) => {
        // Queries are added while a component renders, which must not update another one.
        if (type === 'updated' || type === 'removed') changed()
      }),
    [client],
  )
  return useSyncExternalStore(subscribe, () => read(client))
}
