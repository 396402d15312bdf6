import { type ApiError, isApiError } from '@holdall/api-client'
import { Notice } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

const isUnavailable = (error: unknown) => isApiError(error, 'human-check-unavailable')

export const isHumanCheckError = (error: unknown): error is ApiError =>
  isApiError(error, 'human-check-failed') || isUnavailable(error)

/** Why the check against automated forms was not passed. */
export const HumanCheckNotice = ({ error }: { readonly error: unknown }) => (
  <Notice tone="danger" role="alert">
    <FormattedMessage id={isUnavailable(error) ? 'human_check.unavailable' : 'human_check.failed'} />
  </Notice>
)
