import { isApiError } from '@holdall/api-client'
import type { IntlShape } from 'react-intl'

/** The message of an error that any call can have; pages have their own messages for others. */
export function errorText(intl: IntlShape, error: unknown): string {
  if (isApiError(error, 'network')) return intl.formatMessage({ id: 'problem.network' })
  if (isApiError(error, 'busy')) return intl.formatMessage({ id: 'problem.busy' })
  if (isApiError(error, 'internal') && error.errorId)
    return intl.formatMessage({ id: 'problem.internal' }, { id: error.errorId })
  return intl.formatMessage({ id: 'problem.other' })
}
