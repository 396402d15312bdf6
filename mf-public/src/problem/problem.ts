import { isApiError } from '@holdall/api-client'
import type { IntlShape } from 'react-intl'

/** The sentence for what may befall any call; a screen says the rest in its own words. */
export function problemText(intl: IntlShape, error: unknown): string {
  if (isApiError(error, 'network')) return intl.formatMessage({ id: 'problem.network' })
  if (isApiError(error, 'busy')) return intl.formatMessage({ id: 'problem.busy' })
  if (isApiError(error, 'internal') && error.errorId)
    return intl.formatMessage({ id: 'problem.internal' }, { id: error.errorId })
  return intl.formatMessage({ id: 'problem.other' })
}
