import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Button } from '@holdall/ui'
import { Send } from '@holdall/ui/icons'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'
import { useEmailAddresses } from './email-addresses.ts'
import { EmailAddressesField } from './email-addresses-field.tsx'

const Form = styled.form`
  display: grid;
  gap: 12px;
  justify-items: start;
  padding: 16px;
  border-radius: 14px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
  & > :first-child {
    inline-size: 100%;
  }
`

interface ShareLinkEmailsProps {
  /** Sends the link; resolves to how many addresses. */
  readonly send: (emails: readonly string[]) => Promise<number>
  readonly onSent: () => void
}

/** Sends a link to e-mail addresses. */
export function ShareLinkEmails({ send, onSent }: ShareLinkEmailsProps) {
  const { toasts } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const emails = useEmailAddresses()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const addresses = emails.commit()
    if (addresses === null || addresses.length === 0 || busy) return
    setBusy(true)
    try {
      const count = await send(addresses)
      toasts.show({ type: 'success', message: intl.formatMessage({ id: 'share.email.sent' }, { count }) })
      onSent()
    } catch (error) {
      if (isApiError(error, 'throttled')) {
        toasts.show({ type: 'danger', message: intl.formatMessage({ id: 'share.email.throttled' }) })
      } else report(error)
    }
    setBusy(false)
  }
  const isEmpty = emails.addresses.length === 0 && emails.text.trim() === ''
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <EmailAddressesField value={emails} label={<FormattedMessage id="share.email.label" />} />
      <Button
        type="submit"
        icon={Send}
        busy={busy}
        disabledReason={isEmpty ? intl.formatMessage({ id: 'share.email.empty' }) : undefined}
      >
        <FormattedMessage id="share.email.send" />
      </Button>
    </Form>
  )
}
