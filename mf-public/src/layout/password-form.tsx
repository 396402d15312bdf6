import { isApiError } from '@holdall/api-client'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Wait } from '../error-messages/use-retry-after.ts'
import { Form } from './form-elements.tsx'
import { PasswordField } from './password-field.tsx'
import { SubmitButton } from './submit-button.tsx'

interface Props {
  /** Of the last attempt. */
  readonly error: unknown
  /** The message for a wrong password. */
  readonly wrong: string
  readonly wait: Wait | null
  readonly isPending: boolean
  readonly autoComplete: 'current-password' | 'off'
  readonly onSubmit: (password: string) => void
  /** Label of the button. */
  readonly submit: ReactNode
  /** Shown before the password field. */
  readonly children?: ReactNode
}

/** A form with one password field. A wrong password is selected, so that typing replaces it. */
export function PasswordForm({ error, wrong, wait, isPending, autoComplete, onSubmit, submit, children }: Props) {
  const intl = useIntl()
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isWrong = isApiError(error, 'bad-credentials')

  useEffect(() => {
    if (isWrong) field.current?.select()
  }, [isWrong, error])

  const onSubmitForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = field.current?.value ?? ''
    setMissing(password === '')
    if (password && (!wait || wait.isOver)) onSubmit(password)
  }
  const message = isMissing ? intl.formatMessage({ id: 'field.password_missing' }) : isWrong ? wrong : undefined

  return (
    <Form onSubmit={onSubmitForm} noValidate>
      {children}
      <PasswordField
        ref={field}
        name="password"
        autoComplete={autoComplete}
        maxLength={256}
        error={message}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field
        autoFocus
        onChange={() => setMissing(false)}
      />
      <SubmitButton busy={isPending} wait={wait}>
        {submit}
      </SubmitButton>
    </Form>
  )
}
