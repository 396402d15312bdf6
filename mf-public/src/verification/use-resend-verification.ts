import { resendVerification } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation } from '@tanstack/react-query'

/** A file of its own: sign-in loads it, and not what confirms addresses. */
export function useResendVerification() {
  return useMutation({ mutationFn: (email: string) => api.call(resendVerification, { body: { email } }) })
}
