import { Field, Input, type InputProps } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'

type Props = InputProps & { readonly error: string | undefined }

/** A field for an e-mail address, with its label and error. */
export const EmailField = ({ error, ...input }: Props) => (
  <Field label={<FormattedMessage id="field.email" />} error={error}>
    <Input
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  </Field>
)

/** Of a form that was submitted without a valid address, as by its button. */
export function focusEmail(form: HTMLFormElement): void {
  form.querySelector<HTMLInputElement>('[name=email]')?.focus()
}
