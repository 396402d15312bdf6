import { Email } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Navigate, useNavigate, useParams, useSearch } from '@holdall/section'
import { BrokenArt, Button, EmptyState, Field, Input, Notice, Spinner } from '@holdall/ui'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { AuthHead } from '../frame/auth-head.tsx'
import { Form } from '../frame/form.tsx'
import { SubmitButton } from '../frame/submit-button.tsx'
import { problemText } from '../problem/problem.ts'
import { useWait } from '../problem/use-wait.ts'
import { isInvalidLink, useResendVerification, useVerifyEmail } from './verification.queries.ts'

/** What the link in the mail opens. The page confirms the address, not the link: mail scanners open links too. */
export function VerifyEmailPage() {
  const intl = useIntl()
  const { id = '' } = useParams()
  const [query] = useSearch()
  const link = { id, expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' }
  const { isSuccess, error, refetch } = useVerifyEmail(link)

  if (isSuccess) return <Navigate to="/successfully-verified" replace />
  return (
    <AuthFrame>
      {!error ? (
        <Spinner size={28} label={intl.formatMessage({ id: 'verification.confirming' })} />
      ) : isInvalidLink(error) ? (
        <InvalidLink isExpired={isApiError(error, 'link-expired')} />
      ) : (
        <VerificationFailed error={error} retry={() => void refetch()} />
      )}
    </AuthFrame>
  )
}

interface FailedProps {
  readonly error: unknown
  readonly retry: () => void
}

function VerificationFailed({ error, retry }: FailedProps) {
  const intl = useIntl()
  const wait = useWait(error)
  return (
    <EmptyState
      level="h1"
      art={<BrokenArt />}
      title={<FormattedMessage id="verification.failed_title" />}
      text={wait?.text ?? problemText(intl, error)}
      actions={
        <Button variant="primary" onClick={retry} disabledReason={wait && !wait.over ? wait.text : undefined}>
          <FormattedMessage id="problem.retry" />
        </Button>
      }
    />
  )
}

/** The link does not name the address, so that it is of no use to whoever else reads it: it has to be entered. */
function InvalidLink({ isExpired }: { readonly isExpired: boolean }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const [isMistyped, setMistyped] = useState(false)
  const { mutate, isPending, error } = useResendVerification()
  const wait = useWait(error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Email.safeParse(new FormData(event.currentTarget).get('email'))
    setMistyped(!entered.success)
    if (!entered.success || isPending || (wait && !wait.over)) return
    const email = entered.data
    mutate(email, {
      onSuccess: () => void navigate('/successfully-send', { replace: true, state: { email } }),
    })
  }

  return (
    <>
      <AuthHead
        title={<FormattedMessage id={isExpired ? 'verification.expired_title' : 'verification.invalid_title'} />}
        lead={<FormattedMessage id={isExpired ? 'verification.expired_text' : 'verification.invalid_text'} />}
      />
      {error ? (
        <Notice tone={wait ? 'warn' : 'danger'} role="alert">
          {wait?.text ?? problemText(intl, error)}
        </Notice>
      ) : null}
      <Form onSubmit={submit} noValidate>
        <Field
          label={<FormattedMessage id="field.email" />}
          error={isMistyped ? intl.formatMessage({ id: 'field.email_invalid' }) : undefined}
        >
          <Input
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            onChange={() => setMistyped(false)}
          />
        </Field>
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="verification.send_new" />
        </SubmitButton>
      </Form>
    </>
  )
}
