import { verifyEmail } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useSingleMutation } from '../single-mutation/use-single-mutation.ts'

export interface VerificationLink {
  readonly id: string
  readonly expires: string
  readonly signature: string
}

/** Confirms the address that the link names. */
export const useVerifyEmail = ({ id, expires, signature }: VerificationLink) =>
  useSingleMutation({
    mutationKey: ['verify-email', id, expires, signature],
    mutationFn: () => api.call(verifyEmail, { params: { id }, body: { expires, signature } }),
  })

/** The link itself is invalid: trying again does not help. */
export const isInvalidLink = (error: unknown) =>
  isApiError(error, 'not-found') || isApiError(error, 'link-expired') || isApiError(error, 'validation')
