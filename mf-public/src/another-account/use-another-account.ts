import { useHost } from '@holdall/section'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

/** Sign-in that leads to this path. */
export const signInTo = (path: string): string => `/sign-in?redirect=${encodeURIComponent(path)}`

/** Signs out, and leads to sign-in and from there to a path. */
export function useAnotherAccount() {
  const { navigation, session } = useHost()
  return useSingleMutation({
    mutationKey: ['use-another-account'],
    mutationFn: async (path: string) => {
      await session.signOut()
      // A sign-out leads to the start page; a failed one was told, and the session stays.
      if (session.get().state === 'anonymous') setTimeout(() => navigation.go(signInTo(path), { replace: true }))
    },
  })
}
