import { Email } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Navigate, useHost, useNavigate, useParams, useSearch } from '@holdall/section'
import { Button, EmptyState, KindTile } from '@holdall/ui'
import { MailCheck } from '@holdall/ui/icons'
import { useEffect, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { LoadFailed } from '../error-messages/load-failed.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { AccountLayout } from '../layout/account-layout.tsx'
import { EmailField } from '../layout/email-field.tsx'
import { Form } from '../layout/form-elements.tsx'
import { SubmitButton } from '../layout/submit-button.tsx'
import { SignInToConfirm } from './sign-in-to-confirm.tsx'
import { useResendVerification } from './use-resend-verification.ts'
import { isInvalidLink, useVerifyEmail } from './verification-queries.ts'

/** Opened by the link in the mail. A click confirms: scanners of mails open links, and some run the page too. */
export function VerifyEmailPage() {
  const { id = '' } = useParams()
  const [query] = useSearch()
  const [link] = useState({ id, expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' })
  const { isSuccess, isPending, error, mutate } = useVerifyEmail(link)
  const navigate = useNavigate()
  const isUsed = isInvalidLink(error) && query.size > 0
  const confirm = () => {
    mutate(undefined)
  }

  // A link that may still confirm stays, for loading the page again. A used one is not left in the history.
  useEffect(() => {
    if (isUsed) void navigate(`/verify-email/${encodeURIComponent(id)}`, { replace: true })
  }, [isUsed, id, navigate])

  const { session } = useHost()
  useEffect(() => {
    // The address of an account in use: its pages say that it is not confirmed.
    if (isSuccess && session.get().state === 'signed-in') session.refresh().catch(() => undefined)
  }, [isSuccess, session])

  if (isSuccess) return <Navigate to="/successfully-verified" replace />
  return (
    <AccountLayout>
      {isInvalidLink(error) || link.signature === '' ? (
        <InvalidLink isExpired={isApiError(error, 'link-expired')} />
      ) : isApiError(error, 'sign-in-required') ? (
        <SignInToConfirm path={`/verify-email/${encodeURIComponent(id)}?${query.toString()}`} />
      ) : error ? (
        <LoadFailed title={<FormattedMessage id="verification.failed_title" />} error={error} retry={confirm} />
      ) : (
        <Confirm busy={isPending} onClick={confirm} />
      )}
    </AccountLayout>
  )
}

const Confirm = ({ busy, onClick }: { readonly busy: boolean; readonly onClick: () => void }) => (
  <EmptyState
    level="h1"
    art={<KindTile hue="green" icon={MailCheck} size={72} iconSize={32} round />}
    title={<FormattedMessage id="verification.confirm_title" />}
    text={<FormattedMessage id="verification.confirm_text" />}
    actions={
      <Button variant="primary" busy={busy} onClick={onClick}>
        <FormattedMessage id="verification.confirm" />
      </Button>
    }
  />
)

/** The address has to be entered: the link does not contain it, so that it reveals nothing to others who read it. */
function InvalidLink({ isExpired }: { readonly isExpired: boolean }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const [isMistyped, setMistyped] = useState(false)
  const { mutate, isPending, error } = useResendVerification()
  const wait = useRetryAfter(error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Email.safeParse(new FormData(event.currentTarget).get('email'))
    setMistyped(!entered.success)
    if (!entered.success || isPending || (wait && !wait.isOver)) return
    const email = entered.data
    mutate(email, {
      onSuccess: () => void navigate('/successfully-send', { replace: true, state: { email } }),
    })
  }

  return (
    <>
      <AuthHeading
        title={<FormattedMessage id={isExpired ? 'verification.expired_title' : 'verification.invalid_title'} />}
        lead={<FormattedMessage id={isExpired ? 'verification.expired_text' : 'verification.invalid_text'} />}
      />
      {error ? <ErrorNotice error={error} wait={wait} /> : null}
      <Form onSubmit={submit} noValidate>
        <EmailField
          error={isMistyped ? intl.formatMessage({ id: 'field.email_invalid' }) : undefined}
          onChange={() => setMistyped(false)}
        />
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="verification.send_new" />
        </SubmitButton>
      </Form>
    </>
  )
}
