import { isApiError } from '@holdall/api-client'
import { Button } from '@holdall/ui'
import { useId, useState } from 'react'
import { type FieldPath, FormProvider } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ProblemNotice } from '../error-messages/problem-notice.tsx'
import { isWebAddress } from '../form-parts/field-checks.ts'
import { Form, FormSection } from '../form-parts/form-layout.tsx'
import { lockedBy } from '../form-parts/locked-values.ts'
import { TextField } from '../form-parts/setup-fields.tsx'
import { showFieldErrors, useStepForm } from '../form-parts/use-step-form.ts'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { SwitchingNotice } from '../saving/switching-notice.tsx'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { BroadcastPart } from './broadcast-part.tsx'
import { environmentBody } from './environment-body.ts'
import { type EnvironmentForm, environmentForm } from './environment-form.ts'
import { useSaveEnvironment } from './environment-queries.ts'
import { MailPart } from './mail-part.tsx'
import type { Part } from './part-props.ts'
import { StoragePart } from './storage-part.tsx'

type Place = Part | 'form'

/** Which part an error is about. */
function placeOf(error: unknown): Place {
  if (isApiError(error, 'storage-unusable')) return 'storage'
  if (isApiError(error, 'mail-unusable')) return 'mail'
  if (isApiError(error, 'broadcast-unusable')) return 'broadcast'
  if (!isApiError(error, 'private-address')) return 'form'
  const [name = ''] = Object.keys(error.fields)
  return (['storage', 'mail', 'broadcast'] as const).find((part) => name.startsWith(`${part}.`)) ?? 'form'
}

export function Environment({ values }: { readonly values: SetupValues }) {
  const intl = useIntl()
  const id = useId()
  const form = useStepForm<EnvironmentForm>('environment', environmentForm(values, window.location.origin))
  const save = useSaveEnvironment()
  const [problem, setProblem] = useState<{ readonly place: Place; readonly error: unknown } | null>(null)

  const report = (place: Place) => (error: unknown) => {
    setProblem(error === null || showFieldErrors(form, error) ? null : { place, error })
  }
  const at = (place: Place): unknown => (problem?.place === place ? problem.error : null)
  const validate = async (...parts: readonly (Part | 'public_url')[]) => {
    const isValid = await form.trigger(parts as FieldPath<EnvironmentForm>[], { shouldFocus: true })
    return isValid
  }
  const submit = (fields: EnvironmentForm) => {
    setProblem(null)
    save.mutate(environmentBody(fields, values), {
      onError: (error) => {
        report(placeOf(error))(error)
      },
    })
  }

  const ended = endedBy(problem?.error)
  if (ended) return ended
  const isSaving = save.isPending || save.isSuccess
  const part = (name: Part) => ({ values, problem: at(name), onProblem: report(name), validate })
  return (
    <WizardLayout
      step="environment"
      title={<FormattedMessage id="environment.title" />}
      lead={<FormattedMessage id="environment.lead" />}
      footer={
        <Button type="submit" form={id} variant="primary" busy={isSaving}>
          <FormattedMessage id="setup.continue" />
        </Button>
      }
    >
      {isSaving ? (
        <SwitchingNotice title={<FormattedMessage id="environment.switching" />} isWaiting={save.isWaiting} />
      ) : null}
      <FormProvider {...form}>
        <Form id={id} noValidate hidden={isSaving} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
          {problem?.place === 'form' ? <ProblemNotice error={problem.error} /> : null}
          <FormSection
            title={<FormattedMessage id="environment.address_title" />}
            text={<FormattedMessage id="environment.address_text" />}
          >
            <TextField
              name="public_url"
              label={intl.formatMessage({ id: 'environment.address' })}
              hint={intl.formatMessage({ id: 'environment.address_hint' })}
              lockedBy={lockedBy(values, 'public_url')}
              isRequired={form.watch('mail.driver') === 'smtp'}
              check={isWebAddress}
              inputMode="url"
              dir="ltr"
              spellCheck={false}
              autoCapitalize="none"
            />
          </FormSection>
          <StoragePart {...part('storage')} />
          <MailPart {...part('mail')} />
          <BroadcastPart {...part('broadcast')} />
        </Form>
      </FormProvider>
    </WizardLayout>
  )
}
