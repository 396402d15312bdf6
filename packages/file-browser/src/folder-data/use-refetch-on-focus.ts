import { useEffect } from 'react'
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Older data is fetched again when the window gets the focus. */
export const STALE_MS = 5000

/**
 * Refetches active stale queries with this key when the window gets the focus. React Query's own option reacts to
 * visibility only, which does not change when the window was visible behind another one.
 */
export function useRefetchOnFocus(queryKey: QueryKey): void {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  useEffect(() => {
    const refetch = () => {
      void client.refetchQueries({
        queryKey: JSON.parse(hash) as QueryKey,
        type: 'active',
        predicate: (query) => query.isStaleByTime(STALE_MS),
      })
    }
    window.addEventListener('focus', refetch)
    return () => {
      window.removeEventListener('focus', refetch)
    }
  }, [client, hash])
}
