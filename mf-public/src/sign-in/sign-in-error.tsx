import { isApiError } from '@holdall/api-client'
import { Button, Notice } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { errorText } from '../error-messages/error-text.ts'
import { type Wait, useRetryAfter } from '../error-messages/use-retry-after.ts'
import { useResendVerification } from '../verification/use-resend-verification.ts'
import { NoSessionError } from './sign-in-queries.ts'

interface Props {
  readonly error: unknown
  readonly email: string
  readonly wait: Wait | null
}

/** Why signing in failed, except for a wrong password, which its field shows. */
export function SignInError({ error, email, wait }: Props) {
  if (!error || isApiError(error, 'bad-credentials')) return null
  if (isApiError(error, 'not-verified')) return <NotVerified email={email} />
  if (error instanceof NoSessionError)
    return (
      <Notice tone="danger" role="alert">
        <FormattedMessage id="sign_in.no_session" />
      </Notice>
    )
  return <ErrorNotice error={error} wait={wait} />
}

function NotVerified({ email }: { readonly email: string }) {
  const intl = useIntl()
  const resend = useResendVerification()
  const wait = useRetryAfter(resend.error)
  if (resend.isSuccess)
    return (
      <Notice tone="ok" role="alert">
        <FormattedMessage id="sign_in.resent" />
      </Notice>
    )
  return (
    <Notice
      tone="warn"
      role="alert"
      action={
        <Button size="s" busy={resend.isPending} onClick={() => resend.mutate(email)}>
          <FormattedMessage id="sign_in.resend" />
        </Button>
      }
    >
      <FormattedMessage id="sign_in.not_verified" values={{ email }} />
      {resend.error ? <p>{wait?.text ?? errorText(intl, resend.error)}</p> : null}
    </Notice>
  )
}
