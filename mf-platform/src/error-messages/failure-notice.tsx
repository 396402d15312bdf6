import { Notice } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { failureText } from './failure-text.ts'

/** Why a call failed; nothing where it did not. */
export function FailureNotice({ error }: { readonly error: Error | null }) {
  const intl = useIntl()
  if (!error) return null
  return (
    <Notice tone="danger" role="alert">
      {failureText(error, intl.formatMessage)}
    </Notice>
  )
}
