import { isApiError } from '@holdall/api-client'
import { QueryClient } from '@tanstack/react-query'

/** Server state of every section. Only errors that may be temporary are retried. */
export function createQueryClient(): QueryClient {
  // A browser that reports being offline may still reach a server on the LAN: requests are always sent.
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        // By default not with this mode.
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTemporary(error),
      },
      mutations: { networkMode, retry: false },
    },
  })
}

function isTemporary(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || error.status >= 502)
}
