import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * For `onSettled` of a change: what it is about is fetched again, also after a failure, because it may have been changed
 * in the meantime. A failure is reported at once: without a connection, fetching takes several attempts.
 */
export const refetchSettled =
  (client: QueryClient, queryKey: QueryKey) =>
  (_data: unknown, error: Error | null): Promise<void> | undefined => {
    const refetched = client.invalidateQueries({ queryKey })
    return error ? undefined : refetched
  }
