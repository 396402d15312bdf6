import { isApiError } from '@holdall/api-client'
import { Notice } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { RecaptchaError } from './recaptcha-script.ts'

function messageOf(error: unknown): string | null {
  if (isApiError(error, 'human-check-failed')) return 'human_check.failed'
  return isApiError(error, 'human-check-unavailable') ? 'human_check.unavailable' : null
}

export const isHumanCheckError = (error: unknown): boolean =>
  error instanceof RecaptchaError || messageOf(error) !== null

/** Why the server refused the check against automated forms. A script that is blocked is explained by the field itself. */
export function HumanCheckNotice({ error }: { readonly error: unknown }) {
  const id = messageOf(error)
  return id === null ? null : (
    <Notice tone="danger" role="alert">
      <FormattedMessage id={id} />
    </Notice>
  )
}
