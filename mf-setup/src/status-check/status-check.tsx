import { useHost } from '@holdall/section'
import { Button, Grow, Heading, Notice, Text } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { FormattedMessage, FormattedTime, useIntl } from 'react-intl'
import { WizardLayout } from '../layout/wizard-layout.tsx'
import { Lead } from '../layout/wizard-layout-styles.ts'
import { AlreadyInstalled } from '../setup-key/already-installed.tsx'
import { KeyMissing } from '../setup-key/key-missing.tsx'
import { problemText, setupError } from '../error-messages/setup-error.ts'
import { CheckList, CheckListSkeleton } from './check-list.tsx'
import { useStatusCheck } from './status-check-queries.ts'

export function StatusCheck() {
  const { navigation } = useHost()
  const intl = useIntl()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useStatusCheck()

  if (error && setupError(error) === 'key') return <KeyMissing wrong />
  if (error && setupError(error) === 'installed') return <AlreadyInstalled />

  const failed = data?.checks.filter(({ state }) => state === 'failed').length ?? 0
  const warnings = data?.checks.filter(({ state }) => state === 'warning').length ?? 0
  const ready = data?.ready === true && !error
  return (
    <WizardLayout
      step={0}
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
            onClick={() => navigation.go('/setup-wizard/admin-setup')}
          >
            <FormattedMessage id="setup.continue" />
          </Button>
        </>
      }
    >
      <Heading as="h1" variant="page">
        <FormattedMessage id="status_check.title" />
      </Heading>
      <Lead aria-live="polite">
        {data ? (
          <FormattedMessage id="status_check.lead" values={{ failed, warnings }} />
        ) : (
          <FormattedMessage id="status_check.checking" />
        )}
      </Lead>
      {error ? (
        <Notice tone="danger" role="alert" style={{ marginBlockEnd: 16 }}>
          {problemText(intl, error)}
        </Notice>
      ) : null}
      {data ? <CheckList checks={data.checks} /> : <CheckListSkeleton hasFailed={Boolean(error)} />}
    </WizardLayout>
  )
}
