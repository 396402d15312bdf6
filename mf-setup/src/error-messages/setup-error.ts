import { isApiError } from '@holdall/api-client'
import type { IntlShape } from 'react-intl'

/** The cause of a failed call of the wizard. */
export type SetupError = 'key' | 'installed' | 'other'

/** The routes of the wizard answer "not found" once Holdall is installed, and refuse without the right key. */
export function setupError(error: unknown): SetupError {
  if (isApiError(error, 'unauthenticated') || isApiError(error, 'forbidden')) return 'key'
  if (isApiError(error, 'not-found') || isApiError(error, 'conflict')) return 'installed'
  return 'other'
}

/** The message for `other`. */
export function problemText(intl: IntlShape, error: unknown): string {
  if (isApiError(error, 'network')) return intl.formatMessage({ id: 'setup_problem.network' })
  if (isApiError(error, 'throttled'))
    return intl.formatMessage(
      { id: 'setup_problem.throttled' },
      { minutes: Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60)) },
    )
  if (isApiError(error, 'internal') && error.errorId)
    return intl.formatMessage({ id: 'setup_problem.internal' }, { id: error.errorId })
  return intl.formatMessage({ id: 'setup_problem.other' })
}
