import { type TokenScope, tokenScopes } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Button, Card, Checkbox, Field, Input, Notice } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { failureText } from '../error-messages/failure-text.ts'
import { type TokenChoices, useCreateApiToken } from './api-token-queries.ts'
import { type ExpiryChoice, expiryChoices, expiryOf } from './token-expiry.ts'

const MAX_NAME_LENGTH = 100

const Form = styled(Card).attrs({ as: 'form' })`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding: 16px;
  fieldset {
    display: grid;
    gap: 12px;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 10px;
    font-size: var(--t-13);
    font-weight: var(--w-medium);
  }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

interface NewTokenFormProps {
  readonly onCreated: (token: string) => void
  readonly onCancel: () => void
}

/** Name, expiry and scopes of a token to create. */
export function NewTokenForm({ onCreated, onCancel }: NewTokenFormProps) {
  const intl = useIntl()
  const { mutate, isPending, error } = useCreateApiToken()
  const [name, setName] = useState('')
  const [choice, setChoice] = useState<ExpiryChoice>('90')
  const [date, setDate] = useState('')
  const [isDateMissing, setIsDateMissing] = useState(false)
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set(tokenScopes))
  const isComplete = name.trim() !== '' && scopes.size > 0
  const text = (id: string) => intl.formatMessage({ id: `user.security.${id}` })

  function submit() {
    const expires_at = expiryOf(choice, date, Date.now(), intl.timeZone)
    setIsDateMissing(expires_at === undefined)
    if (expires_at === undefined || !isComplete || isPending) return
    const choices: TokenChoices = {
      name: name.trim(),
      scopes: tokenScopes.filter((one) => scopes.has(one)),
      expires_at,
    }
    mutate(choices, { onSuccess: onCreated })
  }

  return (
    <Form
      noValidate
      aria-label={text('token_create')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {error && !isApiError(error, 'aborted') ? (
        <Notice tone="danger">
          {isApiError(error, 'too-many-tokens') ? error.message : failureText(error, intl.formatMessage)}
        </Notice>
      ) : null}
      <Field label={<FormattedMessage id="user.security.token_name" />} hint={text('token_name_help')}>
        <Input
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus has left for the form
          autoFocus
          onChange={(event) => {
            setName(event.target.value)
          }}
        />
      </Field>
      <Field label={<FormattedMessage id="user.security.token_expiry" />}>
        <Select
          value={choice}
          onChange={setChoice}
          options={expiryChoices.map((value) => ({ value, label: text(`token_expiry_${value}`) }))}
        />
      </Field>
      {choice === 'date' ? (
        <Field
          label={<FormattedMessage id="user.security.token_date" />}
          error={isDateMissing ? text('token_date_past') : undefined}
        >
          <Input
            type="date"
            value={date}
            onChange={(event) => {
              setDate(event.target.value)
              setIsDateMissing(false)
            }}
          />
        </Field>
      ) : null}
      <fieldset>
        <legend>
          <FormattedMessage id="user.security.token_scopes" />
        </legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            checked={scopes.has(scope)}
            label={<FormattedMessage id={`user.security.token_scope.${scope}`} />}
            onChange={(isOn) => {
              setScopes(new Set(tokenScopes.filter((one) => (one === scope ? isOn : scopes.has(one)))))
            }}
          />
        ))}
      </fieldset>
      <Buttons>
        <Button type="submit" variant="primary" busy={isPending} disabled={!isComplete}>
          <FormattedMessage id="user.security.token_create" />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage id="popup.cancel" />
        </Button>
      </Buttons>
    </Form>
  )
}
