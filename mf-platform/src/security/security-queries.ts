import { changePassword, endOtherSessions, endSession, userSessions } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchSettled } from '../user-layout/refetch-settled.ts'

const key = ['user', 'sessions']

export const useSessions = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(userSessions, {}, { signal })).data,
  })

/** Ends one session, or all others where there is no id. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? api.call(endOtherSessions) : api.call(endSession, { params: { id } }),
    onSettled: refetchSettled(client, key),
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: {
      readonly current: string
      readonly password: string
      readonly password_confirmation: string
    }) => api.call(changePassword, { body }),
    // The addresses of files are valid for the session that got them, which has ended.
    onSuccess: () => client.invalidateQueries(),
  })
}
