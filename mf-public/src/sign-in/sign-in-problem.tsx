import { isApiError } from '@holdall/api-client'
import { Button, Notice } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { problemText } from '../problem/problem.ts'
import { type Wait, useWait } from '../problem/use-wait.ts'
import { useResendVerification } from '../verification/verification.queries.ts'
import { NoSession } from './sign-in.queries.ts'

interface Props {
  readonly error: unknown
  readonly email: string
  readonly wait: Wait | null
}

/** Why signing in did not work, but for a wrong password: that stands at its field. */
export function SignInProblem({ error, email, wait }: Props) {
  const intl = useIntl()
  if (!error || isApiError(error, 'bad-credentials')) return null
  if (isApiError(error, 'not-verified')) return <NotVerified email={email} />
  if (wait)
    return (
      <Notice tone="warn" role="alert">
        {wait.text}
      </Notice>
    )
  return (
    <Notice tone="danger" role="alert">
      {error instanceof NoSession ? intl.formatMessage({ id: 'sign_in.no_session' }) : problemText(intl, error)}
    </Notice>
  )
}

function NotVerified({ email }: { readonly email: string }) {
  const intl = useIntl()
  const resend = useResendVerification()
  const wait = useWait(resend.error)
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
      {resend.error ? <p>{wait?.text ?? problemText(intl, resend.error)}</p> : null}
    </Notice>
  )
}
