import { Checkbox, Field, Input, type InputProps, Notice, PasswordInput } from '@holdall/ui'
import { Lock } from '@holdall/ui/icons'
import { Select, type SelectOption } from '@holdall/ui/menu'
import type { ReactNode } from 'react'
import { type RegisterOptions, useController, useFormContext, useFormState } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'

interface FieldProps {
  /** Path in the form; the server names its messages in the same way. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The variable that decides the value. */
  readonly lockedBy?: string | undefined
  readonly isWide?: boolean
}
interface TextFieldProps extends FieldProps, Omit<InputProps, 'name' | 'required' | 'defaultValue'> {
  readonly isRequired?: boolean
  /** The id of a message where the value is not valid. */
  readonly check?: (value: string) => string | undefined
}

export const LockedHint = ({ by }: { readonly by: string }) => (
  <FormattedMessage id="form.locked" values={{ by: <bdi key="by">{by}</bdi> }} />
)

function useFieldError(name: string): string | undefined {
  const { getFieldState } = useFormContext()
  const state = useFormState()
  return getFieldState(name, state).error?.message
}

function useFieldRules(isRequired: boolean, check?: TextFieldProps['check']): RegisterOptions {
  const intl = useIntl()
  return {
    validate: (value: unknown) => {
      const text = typeof value === 'string' ? value.trim() : ''
      if (text === '') return !isRequired || intl.formatMessage({ id: 'form.required' })
      const invalid = check?.(text)
      return invalid === undefined || intl.formatMessage({ id: invalid })
    },
  }
}

/** A text field of a step, with the message of the form or of the server below. */
export function TextField({
  name,
  label,
  hint,
  lockedBy,
  isWide,
  isRequired = false,
  check,
  ...input
}: TextFieldProps) {
  const { register } = useFormContext()
  const error = useFieldError(name)
  const rules = useFieldRules(lockedBy === undefined && isRequired, lockedBy === undefined ? check : undefined)
  return (
    <Field
      label={label}
      hint={lockedBy === undefined ? hint : <LockedHint by={lockedBy} />}
      error={error}
      data-wide={isWide}
    >
      <Input
        autoComplete="off"
        {...input}
        {...(lockedBy !== undefined && { readOnly: true, icon: Lock })}
        {...register(name, rules)}
      />
    </Field>
  )
}

interface SecretFieldProps extends FieldProps {
  /** One is saved already, which an empty field keeps. */
  readonly isSaved: boolean
  readonly isRequired?: boolean
}

/** A password of another server. It is never shown again once it is saved. */
export function SecretField({ name, label, hint, isSaved, isRequired = false, isWide }: SecretFieldProps) {
  const intl = useIntl()
  const { register } = useFormContext()
  const error = useFieldError(name)
  const rules = useFieldRules(isRequired && !isSaved)
  return (
    <Field
      label={label}
      hint={isSaved ? <FormattedMessage id="form.secret_saved" /> : hint}
      error={error}
      data-wide={isWide}
    >
      <PasswordInput
        autoComplete="off"
        placeholder={isSaved ? '••••••••' : undefined}
        showLabel={intl.formatMessage({ id: 'password.show' })}
        hideLabel={intl.formatMessage({ id: 'password.hide' })}
        {...register(name, rules)}
      />
    </Field>
  )
}

interface SelectFieldProps<V extends string> extends FieldProps {
  readonly options: readonly SelectOption<V>[]
  readonly onSelect?: (value: V) => void
}

export function SelectField<V extends string>({
  name,
  label,
  hint,
  lockedBy,
  isWide,
  options,
  onSelect,
}: SelectFieldProps<V>) {
  const { field, fieldState } = useController({ name })
  return (
    <Field
      label={label}
      hint={lockedBy === undefined ? hint : <LockedHint by={lockedBy} />}
      error={fieldState.error?.message}
      data-wide={isWide}
    >
      <Select
        options={options}
        value={field.value as V}
        disabled={lockedBy !== undefined}
        onChange={(value) => {
          field.onChange(value)
          onSelect?.(value)
        }}
      />
    </Field>
  )
}

interface CheckFieldProps {
  readonly name: string
  readonly label: ReactNode
  readonly help?: ReactNode
}

export function CheckField({ name, label, help }: CheckFieldProps) {
  const { field } = useController({ name })
  return <Checkbox label={label} help={help} checked={field.value === true} onChange={field.onChange} />
}

/** A part whose values are all decided outside of the wizard. */
export const LockedNotice = ({ by }: { readonly by: string }) => (
  <Notice tone="info" icon={Lock}>
    <LockedHint by={by} />
  </Notice>
)
