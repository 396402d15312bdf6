import { isApiError } from '@holdall/api-client'
import { Notice } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { RecaptchaError } from './recaptcha-script.ts'

function messageOf(error: unknown): string | null {
  if (isApiError(error, 'human-check-failed')) return 'human_check.failed'
  if (isApiError(error, 'human-check-unavailable')) return 'human_check.unavailable'
  return error instanceof RecaptchaError ? 'human_check.blocked' : null
}

export const isHumanCheckError = (error: unknown): boolean => messageOf(error) !== null

/** Why the check against automated forms was not passed. Nothing for another error. */
export function HumanCheckNotice({ error }: { readonly error: unknown }) {
  const id = messageOf(error)
  return id === null ? null : (
    <Notice tone="danger" role="alert">
      <FormattedMessage id={id} />
    </Notice>
  )
}
