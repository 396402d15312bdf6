import { type Output, setupKeyHeader, setupStatus, setupValues } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetupKey } from '../setup-key/setup-key.ts'

export type SetupValues = Output<typeof setupValues>['data']['attributes']

const RETRIES = 2
const RETRY_AFTER_MS = 700

/** Headers of every call of the wizard. */
export function useSetupHeaders(): Readonly<Record<string, string>> {
  return { [setupKeyHeader]: useSetupKey() ?? '' }
}

const whileSwitching = {
  // The server may be changing to another database.
  retry: (failures: number, error: unknown) =>
    failures < RETRIES && (isApiError(error, 'network') || isApiError(error, 'busy')),
  retryDelay: RETRY_AFTER_MS,
  refetchOnWindowFocus: false,
}

/** The server's checks, and which steps are finished. Checked again in every step: a failed one may have been fixed. */
export function useSetupStatus() {
  const headers = useSetupHeaders()
  return useQuery({
    queryKey: ['setup-status', headers],
    queryFn: async ({ signal }) => (await api.call(setupStatus, {}, { signal, headers })).data.attributes,
    staleTime: 0,
    ...whileSwitching,
  })
}

/** What the steps have saved, without secrets. */
export function useSetupValues() {
  const headers = useSetupHeaders()
  return useQuery({
    queryKey: ['setup-values', headers],
    queryFn: async ({ signal }) => (await api.call(setupValues, {}, { signal, headers })).data.attributes,
    staleTime: Infinity,
    ...whileSwitching,
  })
}

/** Fetches again which steps are finished and what they saved, after one was saved. */
export function useRefreshSetup(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    client.removeQueries({ queryKey: ['setup-values'], type: 'inactive' })
    await Promise.all(['setup-status', 'setup-values'].map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
}
