import { storageUsage } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useFact } from '@holdall/section'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

const key = ['user', 'storage']

/** The used storage; fetched again with the account, which is after each upload and deletion. */
export function useStorageUsage() {
  const client = useQueryClient()
  useFact(
    'user.changed',
    useCallback(() => void client.invalidateQueries({ queryKey: key }), [client]),
  )
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(storageUsage, {}, { signal })).data,
  })
}
