import { storageUsage } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useFact } from '@holdall/section'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export const storageKey = ['user', 'storage'] as const

/** The used storage; fetched again with the account, which is after each upload and deletion. */
export function useStorageUsage() {
  const client = useQueryClient()
  useFact(
    'user.changed',
    useCallback(() => void client.invalidateQueries({ queryKey: storageKey }), [client]),
  )
  return useQuery({
    queryKey: storageKey,
    queryFn: async ({ signal }) => (await api.call(storageUsage, {}, { signal })).data,
  })
}
