import { setupAdmin, setupKeyHeader } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { openPage } from '../frame/open-page.ts'
import { forgetSetupKey, useSetupKey } from '../key/setup-key.ts'

export interface Owner {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly password_confirmation: string
}

const mutationKey = ['setup-admin']

/** Creates the first owner, who is signed in by it, and opens the files. A second try while one is under way is not made. */
export function useCreateOwner() {
  const { navigation } = useHost()
  const client = useQueryClient()
  const key = useSetupKey() ?? ''
  const mutation = useMutation({
    mutationKey,
    mutationFn: (body: Owner) => api.call(setupAdmin, { body }, { headers: { [setupKeyHeader]: key } }),
    onSuccess: () => {
      forgetSetupKey()
      openPage(navigation.href('Files'))
    },
  })
  return {
    ...mutation,
    mutate: (owner: Owner) => {
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(owner)
    },
  }
}
