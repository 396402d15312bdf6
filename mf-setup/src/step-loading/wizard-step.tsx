import type { SetupStep } from '@holdall/api'
import { Navigate } from '@holdall/section'
import { Button, Notice, Skeleton, Stack } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { type ReactNode, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { problemText } from '../error-messages/setup-error.ts'
import { type SetupValues, useSetupStatus, useSetupValues } from '../setup-calls/setup-queries.ts'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { WizardGuard } from '../setup-key/wizard-guard.tsx'
import { canOpen, FinishedSteps, finishedOf, firstUnfinished } from '../layout/wizard-progress.ts'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { pathOf } from '../layout/wizard-steps.ts'

interface StepProps {
  readonly step: SetupStep
  /** Messages of the heading and of the sentence below it, shown while the values are loading. */
  readonly title: string
  readonly lead: string
  readonly children: (values: SetupValues) => ReactNode
}

/** A step with what is saved of it. One that cannot be opened yet leads to the first that is not finished. */
export const WizardStep = (props: StepProps) => (
  <WizardGuard>
    <LoadedStep {...props} />
  </WizardGuard>
)

function LoadedStep({ step, title, lead, children }: StepProps) {
  const intl = useIntl()
  const status = useSetupStatus()
  const values = useSetupValues()
  const finished = useMemo(() => (status.data ? finishedOf(status.data) : new Set<SetupStep>()), [status.data])
  const error = status.error ?? values.error

  const ended = endedBy(error)
  if (ended) return ended
  if (status.data && !canOpen(step, status.data)) return <Navigate to={pathOf(firstUnfinished(status.data))} replace />
  return (
    <FinishedSteps value={finished}>
      {status.data && values.data ? (
        children(values.data)
      ) : (
        <WizardLayout
          step={step}
          title={<FormattedMessage id={title} />}
          lead={<FormattedMessage id={lead} />}
          footer={
            error ? (
              <Button
                icon={RotateCw}
                busy={status.isFetching || values.isFetching}
                onClick={() => void Promise.all([status.refetch(), values.refetch()])}
              >
                <FormattedMessage id="setup.retry" />
              </Button>
            ) : null
          }
        >
          {error ? (
            <Notice tone="danger" role="alert">
              {problemText(intl, error)}
            </Notice>
          ) : (
            <Stack as="output" gap={20} aria-label={intl.formatMessage({ id: 'setup.loading' })}>
              <Skeleton width="100%" height={88} />
              <Skeleton width="100%" height={40} />
              <Skeleton width="60%" height={40} />
            </Stack>
          )}
        </WizardLayout>
      )}
    </FinishedSteps>
  )
}
