import { Email } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Button, Field, Input, Notice, Text } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { failureText } from '../error-messages/failure-text.ts'
import { useRequestEmailChange } from './email-change-queries.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`

interface Props {
  readonly current: string
  /** The address that was asked for before. */
  readonly initial: string
  readonly close: () => void
}

/** Asks for the new address of the account. */
export function ChangeEmailDialog({ current, initial, close }: Props) {
  const intl = useIntl()
  const form = useId()
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
    if (email.success && !found && !isPending) mutate(email.data, { onSuccess: close })
  }
  return (
    <Dialog
      open
      onClose={close}
      size="s"
      title={intl.formatMessage({ id: 'user.email_change.title' })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="popup.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            <FormattedMessage id="user.email_change.send" />
          </Button>
        </>
      }
    >
      <Form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {error && !refused && !isApiError(error, 'aborted') ? (
          <Notice tone="danger" role="alert">
            {failureText(error, intl.formatMessage)}
          </Notice>
        ) : null}
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
      </Form>
    </Dialog>
  )
}
