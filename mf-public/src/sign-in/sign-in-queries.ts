import { signIn } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The password was right, but there is no session: the browser refuses cookies. */
export class NoSessionError extends Error {}

/** Signs in and refreshes the session of the shell. */
export function useSignIn() {
  const { session } = useHost()
  return useSingleMutation({
    mutationKey: ['sign-in'],
    mutationFn: async (body: Credentials) => {
      await api.call(signIn, { body })
      const now = await session.refresh()
      if (now.state === 'anonymous') throw new NoSessionError()
    },
  })
}
