import { Email, NewPassword, PersonName } from '@holdall/api'
import { Field, Input, PasswordInput, StrengthBar, usePasswordStrength } from '@holdall/ui'
import { type RegisterOptions, useForm, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import type { Owner } from './admin-account-queries.ts'

const MIN_PASSWORD_LENGTH = 8

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  max-inline-size: 440px;
`

interface Props {
  readonly id: string
  /** The server's messages per field. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly onEdit: () => void
  readonly onSubmit: (owner: Owner) => void
}

export function OwnerForm({ id, refused, onEdit, onSubmit }: Props) {
  const intl = useIntl()
  const { register, handleSubmit, control, getValues, formState } = useForm<Owner>({
    defaultValues: { name: '', email: '', password: '', password_confirmation: '' },
    mode: 'onTouched',
  })
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })
  const { strength, prepare } = usePasswordStrength(password, { minLength: MIN_PASSWORD_LENGTH, name, email })
  const say = (key: string) => intl.formatMessage({ id: key })
  const field = (name: keyof Owner, validate: (value: string) => true | string) => {
    const options: RegisterOptions<Owner> = { validate, onChange: onEdit }
    return register(name, options)
  }
  const message = (name: keyof Owner) => {
    // An empty field that was left is not invalid yet.
    const isChecked = formState.isSubmitted || formState.dirtyFields[name]
    return (isChecked ? formState.errors[name]?.message : undefined) ?? refused[name]?.[0]
  }
  const eye = { showLabel: say('password.show'), hideLabel: say('password.hide') }

  return (
    <Form id={id} noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Field label={<FormattedMessage id="field.name" />} error={message('name')}>
        <Input
          autoComplete="name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is this form
          autoFocus
          {...field(
            'name',
            (value) =>
              PersonName.safeParse(value).success || say(value.trim() ? 'field.name_long' : 'field.name_invalid'),
          )}
        />
      </Field>
      <Field label={<FormattedMessage id="field.email" />} error={message('email')}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email', (value) => Email.safeParse(value).success || say('field.email_invalid'))}
        />
      </Field>
      <Field
        label={<FormattedMessage id="field.password" />}
        error={message('password')}
        hint={
          message('password') ? undefined : (
            <FormattedMessage
              id="field.password_strength"
              values={{ level: strength, missing: MIN_PASSWORD_LENGTH - password.length }}
            />
          )
        }
      >
        <PasswordInput
          autoComplete="new-password"
          onFocus={prepare}
          {...eye}
          {...field('password', (value) => NewPassword.safeParse(value).success || say('field.password_invalid'))}
        />
        <StrengthBar strength={strength} />
      </Field>
      <Field label={<FormattedMessage id="field.password_again" />} error={message('password_confirmation')}>
        <PasswordInput
          autoComplete="new-password"
          {...eye}
          {...field(
            'password_confirmation',
            (value) => value === getValues('password') || say('field.password_differs'),
          )}
        />
      </Field>
    </Form>
  )
}
