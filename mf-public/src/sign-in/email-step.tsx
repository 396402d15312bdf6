import { Email } from '@holdall/api'
import { useHost, useLocation } from '@holdall/section'
import { Button, Field, Input } from '@holdall/ui'
import { ArrowRight } from '@holdall/ui/icons'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AuthHead } from '../frame/auth-head.tsx'
import { Aside, Form, TextLink } from '../frame/form.tsx'

interface Props {
  readonly email: string
  readonly onDone: (email: string) => void
}

/** Checks the form of the address only: whether there is such an account is nobody's to learn here. */
export function EmailStep({ email, onDone }: Props) {
  const { config } = useHost()
  const intl = useIntl()
  const { search } = useLocation()
  const [invalid, setInvalid] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = Email.safeParse(new FormData(event.currentTarget).get('email'))
    setInvalid(!entered.success)
    if (entered.success) onDone(entered.data)
  }

  return (
    <>
      <AuthHead title={<FormattedMessage id="sign_in.title" />} lead={<FormattedMessage id="sign_in.lead" />} />
      <Form onSubmit={submit} noValidate>
        <Field
          label={<FormattedMessage id="field.email" />}
          error={invalid ? intl.formatMessage({ id: 'field.email_invalid' }) : undefined}
        >
          <Input
            name="email"
            type="email"
            defaultValue={email}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
            autoFocus
            onChange={() => setInvalid(false)}
          />
        </Field>
        <Button type="submit" variant="primary" block iconEnd={ArrowRight}>
          <FormattedMessage id="sign_in.continue" />
        </Button>
      </Form>
      {config.allowRegistration ? (
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
