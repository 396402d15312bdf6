import { isApiError } from '@holdall/api-client'
import { QueryClient } from '@tanstack/react-query'

/** Server state of every section. Only what may pass is asked for again. */
export function createQueryClient(): QueryClient {
  // A browser without the internet still reaches a Holdall on the LAN: every call is made, whatever the browser believes.
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode, staleTime: 30_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { networkMode, retry: false },
    },
  })
}

function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || error.status >= 502)
}
