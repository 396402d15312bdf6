import { Email, PersonName } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useHost, useLocation, useNavigate } from '@holdall/section'
import { Field, Input } from '@holdall/ui'
import { type ReactNode, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorNotice } from '../error-messages/error-notice.tsx'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { HumanCheckNotice, isHumanCheckError } from '../human-check/human-check-notice.tsx'
import { useHumanCheck } from '../human-check/use-human-check.tsx'
import { AuthHeading } from '../layout/auth-heading.tsx'
import { EmailField } from '../layout/email-field.tsx'
import { Aside, Form, TextLink } from '../layout/form-elements.tsx'
import { NewPasswordField, newPasswordError } from '../layout/new-password-field.tsx'
import { SubmitButton } from '../layout/submit-button.tsx'
import { SignUpClosed } from './sign-up-closed.tsx'
import { type InvitedSignUp, type NewAccount, useSignUp } from './sign-up-queries.ts'

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
  const { prove, field } = useHumanCheck('sign-up')
  const { mutate, isPending, error, reset } = useSignUp({
    invited,
    prove,
    onMailed: (email) => void navigate('/successfully-send', { replace: true, state: { email } }),
  })
  const wait = useRetryAfter(error)
  const { register, handleSubmit, control, formState, setFocus } = useForm<NewAccount>({
    defaultValues: { name: '', email: invited?.email ?? '', password: '' },
    mode: 'onTouched',
  })
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })

  const refused = isApiError(error, 'validation') ? error.fields : {}
  const isDisposable = isApiError(error, 'disposable-address')
  const isEmailRefused = isDisposable || refused['email'] !== undefined
  useEffect(() => {
    if (isEmailRefused) setFocus('email')
  }, [isEmailRefused, setFocus])

  if (isApiError(error, 'registration-closed')) return <SignUpClosed mode="closed" />
  if (isApiError(error, 'registration-by-invitation')) return <SignUpClosed mode="invitation" />

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
      {isHumanCheckError(error) ? <HumanCheckNotice error={error} /> : null}
      {error && !known && !isHumanCheckError(error) ? <ErrorNotice error={error} wait={wait} /> : null}
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
        <NewPasswordField
          password={password}
          known={{ name, email }}
          error={message('password')}
          {...register('password', {
            ...editing,
            validate: (value) => newPasswordError(intl, value) ?? true,
          })}
        />
        {field}
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
