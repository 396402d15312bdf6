import { useEffect } from 'react'
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'

/** What is older is fetched again when somebody comes back to the page. */
export const STALE_MS = 5000

/** Refetches what is shown of these queries when the window gets the focus: it may have been in view all the time, behind another one. */
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
