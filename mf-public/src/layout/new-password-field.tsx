import { NewPassword } from '@holdall/api'
import { type PasswordInputProps, StrengthBar, usePasswordStrength } from '@holdall/ui'
import { FormattedMessage, type IntlShape } from 'react-intl'
import { PasswordField } from './password-field.tsx'

const MIN_PASSWORD_LENGTH = 8

type Props = Omit<PasswordInputProps, 'showLabel' | 'hideLabel' | 'value'> & {
  /** What is typed. */
  readonly password: string
  /** Of the user: passwords made of them are weak. */
  readonly known: { readonly name: string; readonly email: string }
  readonly error: string | undefined
}

/** A field for a password that is being chosen: it rates what is typed. */
export function NewPasswordField({ password, known, error, ...input }: Props) {
  const { strength, prepare } = usePasswordStrength(password, { minLength: MIN_PASSWORD_LENGTH, ...known })
  return (
    <PasswordField
      autoComplete="new-password"
      onFocus={prepare}
      error={error}
      hint={
        error ? undefined : (
          <FormattedMessage
            id="sign_up.strength"
            values={{ level: strength, missing: MIN_PASSWORD_LENGTH - password.length }}
          />
        )
      }
      below={<StrengthBar strength={strength} />}
      {...input}
    />
  )
}

/** Why a password cannot be chosen; undefined where it can. */
export function newPasswordError(intl: IntlShape, password: string): string | undefined {
  if (NewPassword.safeParse(password).success) return undefined
  return intl.formatMessage({
    id: password.length < MIN_PASSWORD_LENGTH ? 'sign_up.password_short' : 'sign_up.password_long',
  })
}
