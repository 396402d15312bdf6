import { isApiError } from '@holdall/api-client'

/** Why a call of a form failed, for the form: what the server says about waiting and the demo, else a message. */
export function failureText(error: Error, format: (message: { id: string }) => string): string {
  if (isApiError(error, 'throttled') || isApiError(error, 'demo-read-only')) return error.message
  return format({ id: isApiError(error, 'network') ? 'user.failed_network' : 'user.failed_other' })
}
