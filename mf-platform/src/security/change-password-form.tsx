import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Button, Field, Icon, Notice, PasswordInput, VisuallyHidden } from '@holdall/ui'
import { Check, Circle } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { failureText } from '../error-messages/failure-text.ts'
import { useChangePassword } from './security-queries.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 256
const empty = { current: '', password: '', password_confirmation: '' }
type FieldName = keyof typeof empty

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & > button {
    justify-self: start;
  }
`
const Rules = styled.ul`
  display: grid;
  gap: 4px;
  color: var(--text-3);
  font-size: var(--t-13);
  line-height: 20px;
  li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  li[data-met] {
    color: var(--ok-text);
  }
`

/** Changes the password, which signs out everywhere else. */
export function ChangePasswordForm() {
  const intl = useIntl()
  const { toasts } = useHost()
  const { mutate, isPending, error, reset } = useChangePassword()
  const [form, setForm] = useState(empty)
  const rules = [
    { id: 'length', isMet: form.password.length >= MIN_LENGTH },
    { id: 'match', isMet: form.password !== '' && form.password === form.password_confirmation },
  ]
  const isComplete = form.current !== '' && rules.every(({ isMet }) => isMet)
  const refused = isApiError(error, 'validation') ? error.fields : {}
  const isKnown = Object.keys(refused).some((name) => name in empty)
  const message = (name: FieldName) => {
    if (!refused[name]) return undefined
    return name === 'current' ? intl.formatMessage({ id: 'user.security.current_wrong' }) : refused[name][0]
  }
  const field = (name: FieldName, autoComplete: string) => (
    <Field label={<FormattedMessage id={`user.security.${name}`} />} error={message(name)}>
      <PasswordInput
        value={form[name]}
        maxLength={MAX_LENGTH}
        autoComplete={autoComplete}
        showLabel={intl.formatMessage({ id: 'share.password_show' })}
        hideLabel={intl.formatMessage({ id: 'share.password_hide' })}
        onChange={(event) => {
          if (error) reset()
          setForm({ ...form, [name]: event.target.value })
        }}
      />
    </Field>
  )
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isComplete || isPending) return
        mutate(form, {
          onSuccess: () => {
            setForm(empty)
            toasts.show({ type: 'success', message: intl.formatMessage({ id: 'user.security.changed' }) })
          },
        })
      }}
    >
      {error && !isKnown ? <Notice tone="danger">{failureText(error, intl.formatMessage)}</Notice> : null}
      {field('current', 'current-password')}
      {field('password', 'new-password')}
      {field('password_confirmation', 'new-password')}
      <Rules aria-label={intl.formatMessage({ id: 'user.security.rules' })}>
        {rules.map(({ id, isMet }) => (
          <li key={id} data-met={isMet || undefined}>
            <Icon as={isMet ? Check : Circle} size={14} />
            <FormattedMessage id={`user.security.rule_${id}`} values={{ length: MIN_LENGTH }} />
            {isMet ? (
              <VisuallyHidden>
                <FormattedMessage id="user.security.rule_met" />
              </VisuallyHidden>
            ) : null}
          </li>
        ))}
      </Rules>
      <Button type="submit" variant="primary" busy={isPending} disabled={!isComplete}>
        <FormattedMessage id="user.security.change" />
      </Button>
    </Form>
  )
}
