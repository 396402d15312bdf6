import { signIn } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The password was right, and yet the browser holds no session: it refuses cookies. */
export class NoSession extends Error {}

const signInKey = ['sign-in']

/** Signs in and makes the session known to the shell. A second try while one is under way is not made. */
export function useSignIn() {
  const { session } = useHost()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: signInKey,
    mutationFn: async (body: Credentials) => {
      await api.call(signIn, { body })
      const now = await session.refresh()
      if (now.state === 'anonymous') throw new NoSession()
    },
  })
  return {
    ...mutation,
    mutate: (credentials: Credentials) => {
      if (client.isMutating({ mutationKey: signInKey }) === 0) mutation.mutate(credentials)
    },
  }
}
