import { signIn } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost, useLocation, useNavigate } from '@holdall/section'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The password was right, but there is no session: the browser refuses cookies. */
export class NoSessionError extends Error {}

/** Signs in and refreshes the session of the shell, or leads to the step for the second factor. */
export function useSignIn() {
  const { session } = useHost()
  const navigate = useNavigate()
  const { search } = useLocation()
  return useSingleMutation({
    mutationKey: ['sign-in'],
    mutationFn: async (body: Credentials) => {
      const { two_factor } = await api.call(signIn, { body })
      if (two_factor) return navigate(`/sign-in/two-factor${search}`, { replace: true })
      const now = await session.refresh()
      if (now.state === 'anonymous') throw new NoSessionError()
    },
  })
}
