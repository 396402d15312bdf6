import { verifyEmail } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useQuery } from '@tanstack/react-query'

export interface VerificationLink {
  readonly id: string
  readonly expires: string
  readonly signature: string
}

/** Confirms the address that the link names. A query, because it is idempotent and sent without a user action. */
export function useVerifyEmail({ id, expires, signature }: VerificationLink) {
  return useQuery({
    queryKey: ['verify-email', id, expires, signature],
    queryFn: ({ signal }) => api.call(verifyEmail, { params: { id }, body: { expires, signature } }, { signal }),
    retry: false,
    staleTime: Infinity,
  })
}

/** The link itself is invalid: trying again does not help. */
export const isInvalidLink = (error: unknown) =>
  isApiError(error, 'not-found') || isApiError(error, 'link-expired') || isApiError(error, 'validation')
