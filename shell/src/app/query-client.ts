import { isApiError } from '@holdall/api-client'
import { QueryClient } from '@tanstack/react-query'

/** Server state of every section. Only what may pass is asked for again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { retry: false },
    },
  })
}

function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || error.status >= 502)
}
