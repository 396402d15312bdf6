import { Email } from '@holdall/api'
import { useHost, useLocation } from '@holdall/section'
import { Button } from '@holdall/ui'
import { ArrowRight } from '@holdall/ui/icons'
import { lazy, Suspense, useState, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { useIsPainted } from '../layout/auth-layout.tsx'
import { EmailField, focusEmail } from '../layout/email-field.tsx'
import { Aside, Form, TextLink } from '../layout/form-elements.tsx'

const PasskeySignIn = lazy(() => import('./passkey-sign-in.tsx').then((m) => ({ default: m.PasskeySignIn })))

interface Props {
  readonly email: string
  readonly onDone: (email: string) => void
}

/** Checks the syntax of the address only: whether such an account exists must not be revealed here. */
export function EmailStep({ email, onDone }: Props) {
  const { config } = useHost()
  const intl = useIntl()
  const { search } = useLocation()
  const [invalid, setInvalid] = useState(false)
  const isPainted = useIsPainted()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Email.safeParse(new FormData(event.currentTarget).get('email'))
    setInvalid(!entered.success)
    if (entered.success) onDone(entered.data)
    else focusEmail(event.currentTarget)
  }

  return (
    <>
      <AuthHeading title={<FormattedMessage id="sign_in.title" />} lead={<FormattedMessage id="sign_in.lead" />} />
      <Form onSubmit={submit} noValidate>
        <EmailField
          error={invalid ? intl.formatMessage({ id: 'field.email_invalid' }) : undefined}
          defaultValue={email}
          autoComplete="username webauthn"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
          autoFocus
          onChange={() => setInvalid(false)}
        />
        <Button type="submit" variant="primary" block iconEnd={ArrowRight}>
          <FormattedMessage id="sign_in.continue" />
        </Button>
      </Form>
      {config.passkeys && isSecureContext ? (
        // As high as the button that is loaded later, so that nothing moves.
        <div style={{ minBlockSize: 44 }}>
          <Suspense>{isPainted ? <PasskeySignIn /> : null}</Suspense>
        </div>
      ) : null}
      {config.registration === 'open' ? (
        <Aside>
          <FormattedMessage
            id="sign_in.new_here"
            values={{ link: (words: ReactNode[]) => <TextLink to={`/sign-up${search}`}>{words}</TextLink> }}
          />
        </Aside>
      ) : null}
    </>
  )
}
