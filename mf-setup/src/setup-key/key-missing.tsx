import { useHost } from '@holdall/section'
import { Button, CodeBox, EmptyState, Field, Input, LockedArt } from '@holdall/ui'
import { type FormEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { MessageLayout } from '../layout/message-layout.tsx'
import { keepSetupKey } from './setup-key.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  inline-size: min(100%, 376px);
  margin-block-start: 24px;
  text-align: start;
`

/** Shown without a valid setup key: says where to find it (in the server's ready line) and has a field for it. */
export function KeyMissing({ wrong }: { readonly wrong: boolean }) {
  const { navigation } = useHost()
  const intl = useIntl()
  const [empty, setEmpty] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = keyOf(field.current?.value ?? '')
    setEmpty(key === '')
    if (!key) return
    keepSetupKey(key)
    // The first call checks the key.
    navigation.go('/install', { replace: true })
  }

  return (
    <MessageLayout>
      <EmptyState
        level="h1"
        art={<LockedArt />}
        title={<FormattedMessage id={wrong ? 'setup_key.wrong_title' : 'setup_key.missing_title'} />}
        text={<FormattedMessage id={wrong ? 'setup_key.wrong_text' : 'setup_key.missing_text'} />}
      >
        <CodeBox style={{ marginBlockStart: 16 }}>{`${window.location.origin}/install?key=…`}</CodeBox>
        <Form onSubmit={submit} noValidate>
          <Field
            label={<FormattedMessage id="setup_key.field" />}
            error={empty ? intl.formatMessage({ id: 'setup_key.empty' }) : undefined}
          >
            <Input ref={field} name="key" autoComplete="off" autoCapitalize="none" spellCheck={false} dir="ltr" />
          </Field>
          <Button type="submit" variant="primary" block>
            <FormattedMessage id="setup.continue" />
          </Button>
        </Form>
      </EmptyState>
    </MessageLayout>
  )
}

/** The key itself, or the one in a pasted address, which may be part of the line that the server printed. */
const keyOf = (pasted: string): string => /[?&]key=([\w-]+)/.exec(pasted)?.[1] ?? pasted.trim()
