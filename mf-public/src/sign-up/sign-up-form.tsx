import { Email, NewPassword, PersonName } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useHost, useLocation, useNavigate } from '@holdall/section'
import { Field, Input, Notice, StrengthBar, usePasswordStrength } from '@holdall/ui'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { AuthHead } from '../frame/auth-head.tsx'
import { Aside, Form, TextLink } from '../frame/form.tsx'
import { PasswordField } from '../frame/password-field.tsx'
import { SubmitButton } from '../frame/submit-button.tsx'
import { problemText } from '../problem/problem.ts'
import { useWait } from '../problem/use-wait.ts'
import { SignUpClosed } from './page.tsx'
import { type NewAccount, useSignUp } from './sign-up.queries.ts'

const LEAST = 8
const fields = new Set(['name', 'email', 'password'])

export function SignUpForm() {
  const { config } = useHost()
  const intl = useIntl()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { mutate, isPending, error, reset } = useSignUp({
    onMailed: (email) => void navigate('/successfully-send', { replace: true, state: { email } }),
  })
  const wait = useWait(error)
  const { register, handleSubmit, control, formState } = useForm<NewAccount>({
    defaultValues: { name: '', email: '', password: '' },
    mode: 'onTouched',
  })
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })
  const { strength, prepare } = usePasswordStrength(password, { minLength: LEAST, name, email })

  if (isApiError(error, 'registration-closed')) return <SignUpClosed />

  const refused = isApiError(error, 'validation') ? error.fields : {}
  const message = (name: keyof NewAccount) => {
    const own = formState.errors[name]?.message
    // A field that was only passed through is no mistake yet.
    if (own && (formState.isSubmitted || formState.dirtyFields[name])) return own
    if (name === 'email' && refused['email']) return intl.formatMessage({ id: 'sign_up.email_taken' })
    return refused[name]?.[0]
  }
  const known = Object.keys(refused).some((name) => fields.has(name))
  const editing = { onChange: () => error && reset() }

  return (
    <>
      <AuthHead
        title={<FormattedMessage id="sign_up.title" />}
        lead={<FormattedMessage id="sign_up.lead" values={{ host: config.name }} />}
      />
      {error && !known ? (
        <Notice tone={wait ? 'warn' : 'danger'} role="alert">
          {wait?.text ?? problemText(intl, error)}
        </Notice>
      ) : null}
      <Form
        noValidate
        onSubmit={(event) => {
          void handleSubmit((account) => {
            if (!wait || wait.over) mutate(account)
          })(event)
        }}
      >
        <Field label={<FormattedMessage id="field.name" />} error={message('name')}>
          <Input
            autoComplete="name"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
            autoFocus
            {...register('name', {
              ...editing,
              validate: (value) =>
                PersonName.safeParse(value).success ||
                intl.formatMessage({ id: value.trim() ? 'sign_up.name_long' : 'sign_up.name_missing' }),
            })}
          />
        </Field>
        <Field label={<FormattedMessage id="field.email" />} error={message('email')}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email', {
              ...editing,
              validate: (value) => Email.safeParse(value).success || intl.formatMessage({ id: 'field.email_invalid' }),
            })}
          />
        </Field>
        <PasswordField
          autoComplete="new-password"
          onFocus={prepare}
          error={message('password')}
          hint={
            message('password') ? undefined : (
              <FormattedMessage id="sign_up.strength" values={{ level: strength, missing: LEAST - password.length }} />
            )
          }
          below={<StrengthBar strength={strength} />}
          {...register('password', {
            ...editing,
            validate: (value) =>
              NewPassword.safeParse(value).success ||
              intl.formatMessage({ id: value.length < LEAST ? 'sign_up.password_short' : 'sign_up.password_long' }),
          })}
        />
        <SubmitButton busy={isPending} wait={wait}>
          <FormattedMessage id="sign_up.submit" />
        </SubmitButton>
      </Form>
      <Aside>
        <FormattedMessage
          id="sign_up.have_one"
          values={{ link: (words: ReactNode[]) => <TextLink to={`/sign-in${search}`}>{words}</TextLink> }}
        />
      </Aside>
    </>
  )
}
