import { Notice } from '@holdall/ui'
import { useIntl } from 'react-intl'
import { errorText } from './error-text.ts'
import type { Wait } from './use-retry-after.ts'

interface Props {
  readonly error: unknown
  readonly wait: Wait | null
}

/** Shows why a call failed, above the form that sent it. */
export function ErrorNotice({ error, wait }: Props) {
  const intl = useIntl()
  return (
    <Notice tone={wait ? 'warn' : 'danger'} role="alert">
      {wait?.text ?? errorText(intl, error)}
    </Notice>
  )
}
