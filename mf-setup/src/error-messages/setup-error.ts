import { isApiError } from '@holdall/api-client'
import type { IntlShape } from 'react-intl'
import { ResultUnknown, ServerGone } from './lost-connection.ts'

/** The cause of a failed call of the wizard. */
export type SetupError = 'key' | 'installed' | 'other'

/** The routes of the wizard answer "not found" once Holdall is installed, and refuse without the right key. */
export function setupError(error: unknown): SetupError {
  if (isApiError(error, 'unauthenticated') || isApiError(error, 'forbidden')) return 'key'
  if (isApiError(error, 'not-found') || isApiError(error, 'conflict')) return 'installed'
  return 'other'
}

/** Codes whose messages are sentences for people, in the language of the page. */
const explained = [
  'private-address',
  'setup-locked',
  'database-unusable',
  'database-in-use',
  'storage-unusable',
  'mail-unusable',
  'broadcast-unusable',
  'restart-failed',
  'bad-image',
  'image-too-large',
] as const

/** The message for `other`. */
export function problemText(intl: IntlShape, error: unknown): string {
  if (error instanceof ServerGone) return intl.formatMessage({ id: 'setup_problem.gone' })
  if (error instanceof ResultUnknown) return intl.formatMessage({ id: 'setup_problem.unknown' })
  if (isApiError(error, 'network')) return intl.formatMessage({ id: 'setup_problem.network' })
  if (isApiError(error, 'throttled'))
    return intl.formatMessage(
      { id: 'setup_problem.throttled' },
      { minutes: Math.max(1, Math.ceil((error.retryAfter ?? 60) / 60)) },
    )
  if (isApiError(error, 'internal') && error.errorId)
    return intl.formatMessage({ id: 'setup_problem.internal' }, { id: error.errorId })
  if (isApiError(error, 'busy')) return intl.formatMessage({ id: 'setup_problem.busy' })
  if (isApiError(error, 'validation')) return intl.formatMessage({ id: 'setup_problem.fields' })
  if (isApiError(error) && explained.some((code) => code === error.code)) return error.message
  return intl.formatMessage({ id: 'setup_problem.other' })
}
