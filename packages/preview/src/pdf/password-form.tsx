import { useState } from 'react'
import { Button, Field, PasswordInput } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import type { PasswordRequest } from './use-pdf.ts'

const Form = styled.form`
  display: grid;
  gap: 16px;
  inline-size: min(360px, calc(100% - 32px));
  padding: 24px;
  border-radius: var(--r-l);
  background: var(--raised);
`

/** Asks for the password of a document. It stays in the browser. */
export function PasswordForm({ request: { isWrong, submit } }: { readonly request: PasswordRequest }) {
  const intl = useIntl()
  const [password, setPassword] = useState('')
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') submit(password)
      }}
    >
      <p>
        <FormattedMessage id="preview.pdf.password_text" />
      </p>
      <Field
        label={intl.formatMessage({ id: 'preview.pdf.password' })}
        {...(isWrong && { error: intl.formatMessage({ id: 'preview.pdf.password_wrong' }) })}
      >
        <PasswordInput
          value={password}
          autoComplete="off"
          showLabel={intl.formatMessage({ id: 'preview.pdf.password_show' })}
          hideLabel={intl.formatMessage({ id: 'preview.pdf.password_hide' })}
          onChange={({ target }) => {
            setPassword(target.value)
          }}
        />
      </Field>
      <Button variant="primary" type="submit">
        <FormattedMessage id="preview.pdf.unlock" />
      </Button>
    </Form>
  )
}
