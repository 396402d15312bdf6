import { apiTokens, createApiToken, removeApiToken, type TokenScope } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'
import { refetchSettled } from '../user-layout/refetch-settled.ts'

const key = ['user', 'tokens']

export const useApiTokens = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(apiTokens, {}, { signal })).data,
  })

export interface TokenChoices {
  readonly name: string
  readonly scopes: TokenScope[]
  /** ISO 8601; null for a token that does not expire. */
  readonly expires_at: string | null
}

/** Creates a token, and returns what is shown once. */
export function useCreateApiToken() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: async (body: TokenChoices) =>
      (await confirmed(() => api.call(createApiToken, { body }))).plainTextToken,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveApiToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(removeApiToken, { params: { id } }),
    onSettled: refetchSettled(client, key),
  })
}
