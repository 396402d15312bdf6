import { setupKeyHeader, setupStatus } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useQuery } from '@tanstack/react-query'
import { useSetupKey } from '../setup-key/setup-key.ts'

/** The server's checks, run on every request; never cached, because a failed one may have been fixed. */
export function useStatusCheck() {
  const key = useSetupKey() ?? ''
  return useQuery({
    queryKey: ['setup-status', key],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(setupStatus, {}, { signal, headers: { [setupKeyHeader]: key } })
      return data.attributes
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
