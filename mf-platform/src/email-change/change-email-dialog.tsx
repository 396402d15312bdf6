import { Email } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Field, Input, Text } from '@holdall/ui'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureText } from '../error-messages/failure-text.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { useRequestEmailChange } from './email-change-queries.ts'

interface Props {
  readonly current: string
  /** The address that was asked for before. */
  readonly initial: string
  readonly close: () => void
}

/** Asks for the new address of the account. */
export function ChangeEmailDialog({ current, initial, close }: Props) {
  const intl = useIntl()
  const [entered, setEntered] = useState(initial)
  const [problem, setProblem] = useState<'invalid' | 'same' | null>(null)
  const { mutate, isPending, error, reset } = useRequestEmailChange()
  const refused =
    isApiError(error, 'validation') || isApiError(error, 'disposable-address')
      ? (error.fields['email']?.[0] ?? error.message)
      : undefined
  const submit = () => {
    const email = Email.safeParse(entered)
    const found = !email.success ? 'invalid' : email.data === current ? 'same' : null
    setProblem(found)
    if (email.success && !found) mutate(email.data, { onSuccess: close })
  }
  return (
    <FormDialog
      close={close}
      size="s"
      title={intl.formatMessage({ id: 'user.email_change.title' })}
      action={<FormattedMessage id="user.email_change.send" />}
      isBusy={isPending}
      error={error && !refused && !isApiError(error, 'aborted') ? failureText(error, intl.formatMessage) : null}
      submit={submit}
    >
      <Text as="p" tone="subtle">
        <FormattedMessage id="user.email_change.text" />
      </Text>
      <Field
        label={<FormattedMessage id="user.email_change.label" />}
        error={problem ? intl.formatMessage({ id: `user.email_change.${problem}` }) : refused}
      >
        <Input
          type="email"
          dir="ltr"
          value={entered}
          maxLength={255}
          autoComplete="email"
          onChange={(event) => {
            if (error) reset()
            setProblem(null)
            setEntered(event.target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}
