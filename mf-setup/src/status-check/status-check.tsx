import { useHost } from '@holdall/section'
import { Button, Grow, Notice, Text } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { FormattedMessage, FormattedTime, useIntl } from 'react-intl'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { FinishedSteps, finishedOf, firstUnfinished } from '../layout/wizard-progress.ts'
import { pathOf } from '../layout/wizard-steps.ts'
import { useSetupStatus } from '../setup-calls/setup-queries.ts'
import { endedBy } from '../setup-key/ended-wizard.tsx'
import { problemText } from '../error-messages/setup-error.ts'
import { CheckList, CheckListSkeleton } from './check-list.tsx'

const none: ReadonlySet<never> = new Set<never>()

export function StatusCheck() {
  const { navigation } = useHost()
  const intl = useIntl()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useSetupStatus()

  const ended = endedBy(error)
  if (ended) return ended

  const failed = data?.checks.filter(({ state }) => state === 'failed').length ?? 0
  const warnings = data?.checks.filter(({ state }) => state === 'warning').length ?? 0
  const ready = data?.ready === true && !error
  return (
    <FinishedSteps value={data ? finishedOf(data) : none}>
      <WizardLayout
        step="status-check"
        title={<FormattedMessage id="status_check.title" />}
        lead={
          data ? (
            <FormattedMessage id="status_check.lead" values={{ failed, warnings }} />
          ) : (
            <FormattedMessage id="status_check.checking" />
          )
        }
        footer={
          <>
            <Grow>
              {data ? (
                <Text variant="secondary" tone="subtle">
                  <FormattedMessage
                    id="status_check.checked_at"
                    values={{ time: <FormattedTime key="time" value={dataUpdatedAt} timeStyle="medium" /> }}
                  />
                </Text>
              ) : null}
            </Grow>
            <Button icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
              <FormattedMessage id="status_check.again" />
            </Button>
            <Button
              variant="primary"
              disabledReason={ready ? undefined : intl.formatMessage({ id: 'status_check.not_yet' })}
              onClick={() => data && navigation.go(pathOf(firstUnfinished(data)))}
            >
              <FormattedMessage id="setup.continue" />
            </Button>
          </>
        }
      >
        {error ? (
          <Notice tone="danger" role="alert" style={{ marginBlockEnd: 16 }}>
            {problemText(intl, error)}
          </Notice>
        ) : null}
        {data ? <CheckList checks={data.checks} /> : <CheckListSkeleton hasFailed={Boolean(error)} />}
      </WizardLayout>
    </FinishedSteps>
  )
}
