import { Button, Notice } from '@holdall/ui'
import { useEffect, useId } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormattedMessage } from 'react-intl'
import { ProblemNotice } from '../error-messages/problem-notice.tsx'
import { Form } from '../form-parts/form-layout.tsx'
import { TextField } from '../form-parts/setup-fields.tsx'
import { showFieldErrors, useStepForm } from '../form-parts/use-step-form.ts'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { useSavePurchaseCode } from './purchase-code-queries.ts'

export function PurchaseCode({ saved }: { readonly saved: string | null }) {
  const id = useId()
  const form = useStepForm('purchase-code', { purchase_code: saved ?? '' })
  const { mutate, error, isPending, isSuccess } = useSavePurchaseCode()
  const code = form.watch('purchase_code').trim()
  const isFieldError = error !== null && Object.keys(form.formState.errors).length > 0

  useEffect(() => {
    if (error) showFieldErrors(form, error)
  }, [error, form])

  const ended = endedBy(error)
  if (ended) return ended
  return (
    <WizardLayout
      step="purchase-code"
      title={<FormattedMessage id="purchase_code.title" />}
      lead={<FormattedMessage id="purchase_code.lead" />}
      footer={
        <Button type="submit" form={id} variant="primary" busy={isPending || isSuccess}>
          <FormattedMessage id={code === '' ? 'purchase_code.skip' : 'setup.continue'} />
        </Button>
      }
    >
      <FormProvider {...form}>
        <Form
          id={id}
          noValidate
          onSubmit={(event) =>
            void form.handleSubmit(() => {
              mutate(code === '' ? null : code)
            })(event)
          }
        >
          <Notice tone="info">
            <FormattedMessage id="purchase_code.nothing" />
          </Notice>
          {error && !isFieldError ? <ProblemNotice error={error} /> : null}
          <div style={{ maxInlineSize: 440 }}>
            <TextField
              name="purchase_code"
              label={<FormattedMessage id="purchase_code.field" />}
              hint={<FormattedMessage id="purchase_code.hint" />}
              dir="ltr"
              maxLength={200}
              spellCheck={false}
              autoCapitalize="none"
            />
          </div>
        </Form>
      </FormProvider>
    </WizardLayout>
  )
}
