import { cancelAccountDeletion, requestAccountDeletion, showAccountDeletion, type TeamFolderChoice } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfirmed } from '../confirm-password/use-confirmed.ts'

const key = ['user', 'account-deletion']

/** What the deletion of the account needs: the dialog shows what is so now. */
export const useAccountDeletion = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(showAccountDeletion, {}, { signal })).data,
    staleTime: 0,
  })

interface Request {
  readonly email: string
  readonly choices: readonly TeamFolderChoice[]
}

/** The shell leaves the page once it knows that the account is to be deleted, or is gone. */
export function useRequestAccountDeletion() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { session } = useHost()
  return useMutation({
    mutationFn: ({ email, choices }: Request) =>
      confirmed(() => api.call(requestAccountDeletion, { body: { email, team_folders: [...choices] } })),
    onSuccess: async () => {
      await session.refresh()
    },
    // Folders or members may be others by now.
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useCancelAccountDeletion() {
  const { session } = useHost()
  return useMutation({
    mutationFn: () => api.call(cancelAccountDeletion),
    onSuccess: async () => {
      await session.refresh()
    },
  })
}
