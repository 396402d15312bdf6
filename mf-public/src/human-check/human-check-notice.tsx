import { type ApiError, isApiError } from '@holdall/api-client'
import { Notice } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

export const isHumanCheckError = (error: unknown): error is ApiError => isApiError(error, 'human-check-failed')

/** Why the check against automated forms was not passed. */
export const HumanCheckNotice = () => (
  <Notice tone="danger" role="alert">
    <FormattedMessage id="human_check.failed" />
  </Notice>
)
