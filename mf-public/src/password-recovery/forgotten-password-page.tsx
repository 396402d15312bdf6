import { Email } from '@holdall/api'
import { useHost, useLocation, useNavigate } from '@holdall/section'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { HumanCheckNotice, isHumanCheckError } from '../human-check/human-check-notice.tsx'
import { RecaptchaPage } from '../human-check/recaptcha-page.tsx'
import { useHumanCheck } from '../human-check/use-human-check.tsx'
import { AccountLayout } from '../layout/account-layout.tsx'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { EmailField, focusEmail } from '../layout/email-field.tsx'
import { Aside, Form, TextLink } from '../layout/form-elements.tsx'
import { SubmitButton } from '../layout/submit-button.tsx'
import { useRecoverPassword } from './password-recovery-queries.ts'

export function ForgottenPasswordPage() {
  const hasMail = useHost().config.emailVerification
  return hasMail ? (
    <RecaptchaPage>
      <AccountLayout>
        <RecoveryForm />
      </AccountLayout>
    </RecaptchaPage>
  ) : (
    <AccountLayout>
      <AuthHeading
        title={<FormattedMessage id="password_recovery.title" />}
        lead={<FormattedMessage id="password_recovery.no_mail" />}
      />
      <ToSignIn />
    </AccountLayout>
  )
}

const ToSignIn = () => (
  <Aside>
    <FormattedMessage
      id="password_recovery.remembered"
      values={{ link: (words: ReactNode[]) => <TextLink to="/sign-in">{words}</TextLink> }}
    />
  </Aside>
)

function RecoveryForm() {
  const intl = useIntl()
  const navigate = useNavigate()
  const state = useLocation().state as { email?: unknown } | null
  const [isMistyped, setMistyped] = useState(false)
  const { prove, field } = useHumanCheck('password-recovery')
  const { mutate, isPending, error } = useRecoverPassword(
    prove,
    (email) => void navigate('/successfully-send', { replace: true, state: { email, reason: 'recovery' } }),
  )
  const wait = useRetryAfter(error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Email.safeParse(new FormData(event.currentTarget).get('email'))
    setMistyped(!entered.success)
    if (!entered.success) focusEmail(event.currentTarget)
    if (entered.success && (!wait || wait.isOver)) mutate(entered.data)
  }

  return (
    <>
      <AuthHeading
        title={<FormattedMessage id="password_recovery.title" />}
        lead={<FormattedMessage id="password_recovery.lead" />}
      />
      {isHumanCheckError(error) ? <HumanCheckNotice error={error} /> : null}
      {error && !isHumanCheckError(error) ? <ErrorNotice error={error} wait={wait} /> : null}
      <Form onSubmit={submit} noValidate>
        <EmailField
          error={isMistyped ? intl.formatMessage({ id: 'field.email_invalid' }) : undefined}
          defaultValue={typeof state?.email === 'string' ? state.email : ''}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
          autoFocus
          onChange={() => setMistyped(false)}
        />
        {field}
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="password_recovery.submit" />
        </SubmitButton>
      </Form>
      <ToSignIn />
    </>
  )
}
