import { applyAccent, Button } from '@holdall/ui'
import { useHost } from '@holdall/section'
import { LockKeyhole, Mail, UserPlus } from '@holdall/ui/icons'
import { useEffect, useId, useState } from 'react'
import { Controller, FormProvider, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ProblemNotice } from '../error-messages/problem-notice.tsx'
import { ChoiceCards } from '../form-parts/choice-cards.tsx'
import { isEmail } from '../form-parts/field-checks.ts'
import { FieldGrid, Form, FormSection } from '../form-parts/form-layout.tsx'
import { lockedBy } from '../form-parts/locked-values.ts'
import { LockedNotice, TextField } from '../form-parts/setup-fields.tsx'
import { showFieldErrors, useStepForm } from '../form-parts/use-step-form.ts'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { AccentField, holdallAccent, isColor } from './accent-field.tsx'
import { appBody, type AppForm, appForm } from './app-form.ts'
import { AppImages, MAX_IMAGE_MEGABYTES } from './app-images.tsx'
import { useSaveApp } from './app-setup-queries.ts'
import { DefaultsFields } from './defaults-fields.tsx'

export function AppSetup({ values }: { readonly values: SetupValues }) {
  const intl = useIntl()
  const id = useId()
  const form = useStepForm<AppForm>('app-setup', appForm(values))
  const save = useSaveApp()
  const [problem, setProblem] = useState<unknown>(null)
  const text = (name: string) => intl.formatMessage({ id: `app_setup.${name}` })
  useAccentPreview(useWatch({ control: form.control, name: 'accent' }))

  const submit = (fields: AppForm) => {
    setProblem(null)
    save.mutate(appBody(fields, values), {
      onError: (error) => {
        setProblem(showFieldErrors(form, error) ? null : error)
      },
    })
  }

  const ended = endedBy(problem)
  if (ended) return ended
  const accentLock = lockedBy(values, 'accent')
  const registrationLock = lockedBy(values, 'registration')
  return (
    <WizardLayout
      step="app-setup"
      title={text('title')}
      lead={text('lead')}
      footer={
        <Button type="submit" form={id} variant="primary" busy={save.isPending || save.isSuccess}>
          <FormattedMessage id="setup.continue" />
        </Button>
      }
    >
      <FormProvider {...form}>
        <Form id={id} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
          {problem ? <ProblemNotice error={problem} /> : null}
          <FormSection title={text('general')}>
            <FieldGrid>
              <TextField
                name="name"
                label={text('name')}
                lockedBy={lockedBy(values, 'name')}
                maxLength={80}
                isRequired
              />
              <TextField
                name="contact_email"
                label={text('contact')}
                hint={text('contact_hint')}
                lockedBy={lockedBy(values, 'contact_email')}
                inputMode="email"
                dir="ltr"
                autoCapitalize="none"
                check={isEmail}
              />
              <TextField
                name="description"
                label={text('description')}
                hint={text('description_hint')}
                lockedBy={lockedBy(values, 'description')}
                maxLength={300}
                isWide
              />
            </FieldGrid>
          </FormSection>
          <FormSection title={text('color')} text={text('color_text')}>
            {accentLock === undefined ? null : <LockedNotice by={accentLock} />}
            <Controller
              name="accent"
              control={form.control}
              rules={{ validate: (value) => isColor(value) || text('color_invalid') }}
              render={({ field, fieldState }) => (
                <AccentField
                  value={field.value}
                  onChange={field.onChange}
                  error={fieldState.error?.message}
                  disabled={accentLock !== undefined}
                />
              )}
            />
          </FormSection>
          <FormSection
            title={text('images')}
            text={intl.formatMessage({ id: 'app_setup.images_text' }, { megabytes: MAX_IMAGE_MEGABYTES })}
          >
            <AppImages values={values} />
          </FormSection>
          <FormSection title={text('registration')} text={text('registration_text')}>
            {registrationLock === undefined ? null : <LockedNotice by={registrationLock} />}
            <Controller
              name="registration"
              control={form.control}
              render={({ field }) => (
                <ChoiceCards
                  label={text('registration')}
                  value={field.value}
                  onChange={field.onChange}
                  disabled={registrationLock !== undefined}
                  choices={[
                    { value: 'open', icon: UserPlus, name: text('open'), help: text('open_help') },
                    { value: 'invitation', icon: Mail, name: text('invitation'), help: text('invitation_help') },
                    { value: 'closed', icon: LockKeyhole, name: text('closed'), help: text('closed_help') },
                  ]}
                />
              )}
            />
          </FormSection>
          <DefaultsFields values={values} />
        </Form>
      </FormProvider>
    </WizardLayout>
  )
}

/** The whole page has the colour that is being chosen; another page that of the configuration. */
function useAccentPreview(accent: string): void {
  const { config } = useHost()
  const saved = config.accent ?? holdallAccent
  useEffect(() => {
    if (isColor(accent)) applyAccent(accent)
  }, [accent])
  useEffect(
    () => () => {
      applyAccent(saved)
    },
    [saved],
  )
}
