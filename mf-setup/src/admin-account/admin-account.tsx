import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Button, Grow, Heading, Notice } from '@holdall/ui'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { Lead } from '../layout/wizard-layout-styles.ts'
import { AlreadyInstalled } from '../setup-key/already-installed.tsx'
import { KeyMissing } from '../setup-key/key-missing.tsx'
import { problemText, setupError } from '../error-messages/setup-error.ts'
import { useCreateOwner } from './admin-account-queries.ts'
import { OwnerForm } from './owner-form.tsx'

export function AdminAccount() {
  const { navigation } = useHost()
  const intl = useIntl()
  const form = useId()
  const { mutate, isPending, isSuccess, error, reset } = useCreateOwner()
  const fields = isApiError(error, 'validation') ? error.fields : {}

  if (error && setupError(error) === 'key') return <KeyMissing wrong />
  if (error && setupError(error) === 'installed') return <AlreadyInstalled meanwhile />
  return (
    <WizardLayout
      step={1}
      footer={
        <>
          <Button variant="quiet" onClick={() => navigation.go({ name: 'StatusCheck' })}>
            <FormattedMessage id="setup.back" />
          </Button>
          <Grow />
          <Button type="submit" form={form} variant="primary" busy={isPending || isSuccess}>
            <FormattedMessage id="admin_account.submit" />
          </Button>
        </>
      }
    >
      <Heading as="h1" variant="page">
        <FormattedMessage id="admin_account.title" />
      </Heading>
      <Lead>
        <FormattedMessage id="admin_account.lead" />
      </Lead>
      {error && Object.keys(fields).length === 0 ? (
        <Notice tone="danger" role="alert" style={{ maxInlineSize: 440, marginBlockEnd: 20 }}>
          {problemText(intl, error)}
        </Notice>
      ) : null}
      <OwnerForm id={form} refused={fields} onEdit={() => error && reset()} onSubmit={mutate} />
    </WizardLayout>
  )
}
