import { isApiError } from '@holdall/api-client'
import { Button, Notice } from '@holdall/ui'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { problemText } from '../error-messages/setup-error.ts'
import { useCreateOwner } from './admin-account-queries.ts'
import { OwnerForm } from './owner-form.tsx'

export function AdminAccount() {
  const intl = useIntl()
  const form = useId()
  const { mutate, isPending, isSuccess, error, reset } = useCreateOwner()
  const fields = isApiError(error, 'validation') ? error.fields : {}

  const ended = endedBy(error, isApiError(error, 'conflict'))
  if (ended) return ended
  return (
    <WizardLayout
      step="admin-setup"
      title={<FormattedMessage id="admin_account.title" />}
      lead={<FormattedMessage id="admin_account.lead" />}
      footer={
        <Button type="submit" form={form} variant="primary" busy={isPending || isSuccess}>
          <FormattedMessage id="admin_account.submit" />
        </Button>
      }
    >
      {error && Object.keys(fields).length === 0 ? (
        <Notice tone="danger" role="alert" style={{ maxInlineSize: 440, marginBlockEnd: 20 }}>
          {problemText(intl, error)}
        </Notice>
      ) : null}
      <OwnerForm id={form} refused={fields} onEdit={() => error && reset()} onSubmit={mutate} />
    </WizardLayout>
  )
}
