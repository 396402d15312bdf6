import { answerChallenge, clientConfig, type SecondFactor, signOut } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useQuery } from '@tanstack/react-query'
import { NoSessionError } from '../sign-in/sign-in-queries.ts'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

/** Whether the session of this browser awaits its second factor now; what the page was loaded with may be older. */
export const useSecondFactorPending = () =>
  useQuery({
    queryKey: ['second-factor-pending'],
    queryFn: async ({ signal }) => (await api.call(clientConfig, {}, { signal })).secondFactorPending,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Completes the sign-in and refreshes the session of the shell. */
export function useAnswerChallenge() {
  const { session } = useHost()
  return useSingleMutation({
    mutationKey: ['second-factor'],
    mutationFn: async (body: SecondFactor) => {
      try {
        await api.call(answerChallenge, { body })
      } catch (error) {
        // Completed in another tab: the session of the browser is a whole one.
        if (!isApiError(error, 'forbidden')) throw error
      }
      const now = await session.refresh()
      if (now.state === 'anonymous') throw new NoSessionError()
    },
  })
}

/** Ends the session that awaits the second factor. */
export const useCancelChallenge = (onDone: () => void) =>
  useSingleMutation({
    mutationKey: ['cancel-second-factor'],
    mutationFn: () => api.call(signOut),
    // Without an answer it ends by itself.
    onSettled: onDone,
  })
