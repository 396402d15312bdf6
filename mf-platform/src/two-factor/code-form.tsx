import { isApiError } from '@holdall/api-client'
import { Button, Field, Input, Notice } from '@holdall/ui'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { failureText } from '../error-messages/failure-text.ts'

const MAX_LENGTH = 64

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`
export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

interface CodeFormProps {
  readonly label: string
  /** Where only digits are entered. */
  readonly inputMode?: 'numeric'
  readonly submit: ReactNode
  readonly tone?: 'danger'
  /** Of the last attempt. */
  readonly error: Error | null
  readonly busy: boolean
  readonly onSubmit: (entered: string) => void
  readonly onCancel: () => void
}

/** A form with a field for a code, which a wrong one stays in. */
export function CodeForm({ label, inputMode, submit, tone, error, busy, onSubmit, onCancel }: CodeFormProps) {
  const intl = useIntl()
  const [entered, setEntered] = useState('')
  /** The attempt whose error is not shown any more: the code was changed. */
  const [seen, setSeen] = useState<Error | null>(null)
  // Dismissing the question for the password is no failure.
  const shown = error === seen || isApiError(error, 'aborted') ? null : error
  const isWrong = isApiError(shown, 'validation')
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (entered.trim() !== '' && !busy) onSubmit(entered.trim())
      }}
    >
      {shown && !isWrong ? <Notice tone="danger">{failureText(shown, intl.formatMessage)}</Notice> : null}
      <Field label={label} error={isWrong ? intl.formatMessage({ id: 'two_factor.code_wrong' }) : undefined}>
        <Input
          value={entered}
          dir="ltr"
          inputMode={inputMode}
          maxLength={MAX_LENGTH}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form replaces the button that opened it
          autoFocus
          onChange={(event) => {
            setSeen(error)
            setEntered(event.target.value)
          }}
        />
      </Field>
      <Buttons>
        <Button
          type="submit"
          variant={tone === 'danger' ? 'danger' : 'primary'}
          busy={busy}
          disabled={entered.trim() === ''}
        >
          {submit}
        </Button>
        <Button onClick={onCancel} disabled={busy}>
          <FormattedMessage id="popup.cancel" />
        </Button>
      </Buttons>
    </Form>
  )
}
