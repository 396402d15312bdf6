import { Field, PasswordInput, type PasswordInputProps } from '@holdall/ui'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

type Props = Omit<PasswordInputProps, 'showLabel' | 'hideLabel'> & {
  readonly error: string | undefined
  readonly hint?: ReactNode
  /** Below the input, still inside the field. */
  readonly below?: ReactNode
}

/** A field for a password, with its label, error and a button that shows the password. */
export function PasswordField({ error, hint, below, ...input }: Props) {
  const intl = useIntl()
  return (
    <Field label={<FormattedMessage id="field.password" />} error={error} hint={hint}>
      <PasswordInput
        {...input}
        showLabel={intl.formatMessage({ id: 'password.show' })}
        hideLabel={intl.formatMessage({ id: 'password.hide' })}
      />
      {below}
    </Field>
  )
}
