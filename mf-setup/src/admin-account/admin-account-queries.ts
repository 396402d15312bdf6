import { setupAdmin, setupKeyHeader } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { leaveWizard } from '../layout/leave-wizard.ts'
import { clearSetupKey, useSetupKey } from '../setup-key/setup-key.ts'

export interface Owner {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly password_confirmation: string
}

const mutationKey = ['setup-admin']

/** Creates and signs in the first owner, and opens the files. It cannot be started again while it runs. */
export function useCreateOwner() {
  const { navigation } = useHost()
  const client = useQueryClient()
  const key = useSetupKey() ?? ''
  const mutation = useMutation({
    mutationKey,
    mutationFn: (body: Owner) => api.call(setupAdmin, { body }, { headers: { [setupKeyHeader]: key } }),
    onSuccess: () => {
      clearSetupKey()
      leaveWizard(navigation.href('Files'))
    },
  })
  return {
    ...mutation,
    mutate: (owner: Owner) => {
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(owner)
    },
  }
}
