import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { Database as DatabaseIcon, HardDrive, PlugZap } from '@holdall/ui/icons'
import { useId, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ProblemNotice } from '../error-messages/problem-notice.tsx'
import { ChoiceCards } from '../form-parts/choice-cards.tsx'
import { Form } from '../form-parts/form-layout.tsx'
import { lockedBy } from '../form-parts/locked-values.ts'
import { PrivateAddress } from '../form-parts/private-address.tsx'
import { LockedNotice } from '../form-parts/setup-fields.tsx'
import { showFieldErrors, useStepForm } from '../form-parts/use-step-form.ts'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { SwitchingNotice } from '../saving/switching-notice.tsx'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { databaseBody, type DatabaseForm, databaseForm } from './database-form.ts'
import { useExistingDatabase, useSaveDatabase, useTestDatabase } from './database-queries.ts'
import { PostgresFields } from './postgres-fields.tsx'

export function Database({ values }: { readonly values: SetupValues }) {
  const intl = useIntl()
  const { overlay } = useHost()
  const id = useId()
  const saved = databaseForm(values)
  const form = useStepForm('database', saved)
  const test = useTestDatabase()
  const save = useSaveDatabase()
  const existing = useExistingDatabase()
  /** Of the test or of saving, whichever was last. */
  const [problem, setProblem] = useState<unknown>(null)
  const engine = useWatch({ control: form.control, name: 'engine' })
  const lock = lockedBy(values, 'database')
  const isPasswordSaved = values.database.engine === 'postgres' && values.database.has_password
  const bodyOf = (fields: DatabaseForm) => databaseBody(lock === undefined ? fields : saved, isPasswordSaved)

  const fail = (error: unknown) => {
    setProblem(showFieldErrors(form, error) ? null : error)
  }
  const begin = () => {
    setProblem(null)
    test.reset()
  }
  const submit = (fields: DatabaseForm) => {
    begin()
    save.mutate(bodyOf(fields), {
      onError: (error) => {
        if (isApiError(error, 'database-in-use')) void confirmExisting(fields, error.message)
        else fail(error)
      },
    })
  }
  const confirmExisting = async (fields: DatabaseForm, message: string) => {
    const isConfirmed = await overlay.confirm({
      title: intl.formatMessage({ id: 'database.existing_title' }),
      message,
      confirm: intl.formatMessage({ id: 'database.existing_confirm' }),
    })
    if (isConfirmed) existing.mutate(bodyOf(fields), { onError: fail })
  }

  const ended = endedBy(problem)
  if (ended) return ended
  const isSaving = save.isPending || save.isSuccess || existing.isPending || existing.isSuccess
  return (
    <WizardLayout
      step="database"
      title={<FormattedMessage id="database.title" />}
      lead={<FormattedMessage id="database.lead" />}
      footer={
        <Button type="submit" form={id} variant="primary" busy={isSaving}>
          <FormattedMessage id="setup.continue" />
        </Button>
      }
    >
      {isSaving && engineOf(values) !== engine ? (
        <SwitchingNotice title={<FormattedMessage id="database.switching" />} isWaiting={save.isWaiting} />
      ) : null}
      <FormProvider {...form}>
        <Form
          id={id}
          noValidate
          hidden={isSaving && engineOf(values) !== engine}
          onSubmit={(event) => void form.handleSubmit(submit)(event)}
        >
          {lock === undefined ? null : <LockedNotice by={lock} />}
          <ChoiceCards
            label={intl.formatMessage({ id: 'database.engine' })}
            disabled={lock !== undefined}
            value={engine}
            onChange={(next) => {
              begin()
              form.setValue('engine', next, { shouldDirty: true })
            }}
            choices={[
              {
                value: 'sqlite',
                icon: HardDrive,
                name: <FormattedMessage id="database.sqlite" />,
                isRecommended: true,
                help: <FormattedMessage id="database.sqlite_help" />,
              },
              {
                value: 'postgres',
                icon: DatabaseIcon,
                name: <FormattedMessage id="database.postgres" />,
                help: <FormattedMessage id="database.postgres_help" />,
              },
            ]}
          />
          {values.database_has_data && engineOf(values) !== engine ? (
            <Notice tone="warn">
              <FormattedMessage id="database.has_data" />
            </Notice>
          ) : null}
          {engine === 'postgres' && lock === undefined ? (
            <>
              <PostgresFields isPasswordSaved={isPasswordSaved} />
              <PrivateAddress name="allow_private" error={problem} />
              <div>
                <Button
                  icon={PlugZap}
                  busy={test.isPending}
                  onClick={() =>
                    void form.handleSubmit((fields) => {
                      begin()
                      test.mutate(bodyOf(fields), { onError: fail })
                    })()
                  }
                >
                  <FormattedMessage id="database.test" />
                </Button>
              </div>
            </>
          ) : null}
          {problem && !isApiError(problem, 'private-address') ? <ProblemNotice error={problem} /> : null}
          {test.data ? (
            <output>
              <Notice tone={test.data.state === 'empty' ? 'ok' : 'warn'}>
                <FormattedMessage
                  id={`database.found_${test.data.state}`}
                  values={{ version: <bdi key="version">{test.data.version}</bdi>, accounts: test.data.accounts }}
                />
              </Notice>
            </output>
          ) : null}
        </Form>
      </FormProvider>
    </WizardLayout>
  )
}

const engineOf = ({ database }: SetupValues) => database.engine
