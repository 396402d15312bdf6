import { Email, NewPassword, PersonName } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useHost, useLocation, useNavigate } from '@holdall/section'
import { Field, Input, StrengthBar, usePasswordStrength } from '@holdall/ui'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { EmailField } from '../layout/email-field.tsx'
import { Aside, Form, TextLink } from '../layout/form-elements.tsx'
import { PasswordField } from '../layout/password-field.tsx'
import { SubmitButton } from '../layout/submit-button.tsx'
import { SignUpClosed } from './sign-up-closed.tsx'
import { type InvitedSignUp, type NewAccount, useSignUp } from './sign-up-queries.ts'

const MIN_PASSWORD_LENGTH = 8
const fields = new Set(['name', 'email', 'password'])

interface SignUpFormProps {
  /** By an invitation: its page has the heading, and the address is given. */
  readonly invited?: InvitedSignUp
  /** Below the form, in place of the link to sign-in. */
  readonly children?: ReactNode
}

export function SignUpForm({ invited, children }: SignUpFormProps) {
  const { config } = useHost()
  const intl = useIntl()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { mutate, isPending, error, reset } = useSignUp({
    invited,
    onMailed: (email) => void navigate('/successfully-send', { replace: true, state: { email } }),
  })
  const wait = useRetryAfter(error)
  const { register, handleSubmit, control, formState } = useForm<NewAccount>({
    defaultValues: { name: '', email: invited?.email ?? '', password: '' },
    mode: 'onTouched',
  })
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })
  const { strength, prepare } = usePasswordStrength(password, { minLength: MIN_PASSWORD_LENGTH, name, email })

  if (isApiError(error, 'registration-closed')) return <SignUpClosed mode="closed" />
  if (isApiError(error, 'registration-by-invitation')) return <SignUpClosed mode="invitation" />

  const refused = isApiError(error, 'validation') ? error.fields : {}
  const isDisposable = isApiError(error, 'disposable-address')
  const message = (name: keyof NewAccount) => {
    const own = formState.errors[name]?.message
    // An empty field that was left is not invalid yet.
    if (own && (formState.isSubmitted || formState.dirtyFields[name])) return own
    if (name === 'email' && isDisposable) return intl.formatMessage({ id: 'sign_up.disposable' })
    if (name === 'email' && refused['email']) return intl.formatMessage({ id: 'sign_up.email_taken' })
    return refused[name]?.[0]
  }
  const known = isDisposable || Object.keys(refused).some((name) => fields.has(name))
  const editing = { onChange: () => error && reset() }

  return (
    <>
      {invited ? null : (
        <AuthHeading
          title={<FormattedMessage id="sign_up.title" />}
          lead={<FormattedMessage id="sign_up.lead" values={{ host: config.name }} />}
        />
      )}
      {error && !known ? <ErrorNotice error={error} wait={wait} /> : null}
      <Form
        noValidate
        onSubmit={(event) => {
          void handleSubmit((account) => {
            if (!wait || wait.isOver) mutate(account)
          })(event)
        }}
      >
        <Field label={<FormattedMessage id="field.name" />} error={message('name')}>
          <Input
            autoComplete="name"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
            autoFocus={!invited}
            {...register('name', {
              ...editing,
              validate: (value) =>
                PersonName.safeParse(value).success ||
                intl.formatMessage({ id: value.trim() ? 'sign_up.name_long' : 'sign_up.name_missing' }),
            })}
          />
        </Field>
        <EmailField
          error={message('email')}
          readOnly={invited !== undefined}
          {...register('email', {
            ...editing,
            validate: (value) => Email.safeParse(value).success || intl.formatMessage({ id: 'field.email_invalid' }),
          })}
        />
        <PasswordField
          autoComplete="new-password"
          onFocus={prepare}
          error={message('password')}
          hint={
            message('password') ? undefined : (
              <FormattedMessage
                id="sign_up.strength"
                values={{ level: strength, missing: MIN_PASSWORD_LENGTH - password.length }}
              />
            )
          }
          below={<StrengthBar strength={strength} />}
          {...register('password', {
            ...editing,
            validate: (value) =>
              NewPassword.safeParse(value).success ||
              intl.formatMessage({
                id: value.length < MIN_PASSWORD_LENGTH ? 'sign_up.password_short' : 'sign_up.password_long',
              }),
          })}
        />
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id={invited ? 'invitation.sign_up' : 'sign_up.submit'} />
        </SubmitButton>
      </Form>
      {children ?? (
        <Aside>
          <FormattedMessage
            id="sign_up.have_one"
            values={{ link: (words: ReactNode[]) => <TextLink to={`/sign-in${search}`}>{words}</TextLink> }}
          />
        </Aside>
      )}
    </>
  )
}
