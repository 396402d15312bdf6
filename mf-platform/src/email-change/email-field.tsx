import { FurtherIntl, useHost } from '@holdall/section'
import { Badge, Button, Field, Input, Notice } from '@holdall/ui'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { accountMessages } from '../account-messages/account-messages.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { PartFailed } from '../user-layout/load-failed.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { useCancelEmailChange, useEmailChange } from './email-change-queries.ts'

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

/** As high as the buttons, so that nothing below moves when they are there. */
const ActionsSpace = styled(Actions)`
  visibility: hidden;
`
/** There from the start, so that what comes into it is announced. */
const Pending = styled.div`
  &:not(:empty) {
    margin-block-end: 16px;
  }
`

interface EmailFieldProps {
  readonly email: string
  readonly isConfirmed: boolean
}

/** The address of the account, what changes it, and a change that was not confirmed yet. */
export const EmailField = (props: EmailFieldProps) => (
  <>
    <Field label={<FormattedMessage id="user.profile.email" />}>
      <Input
        value={props.email}
        dir="ltr"
        readOnly
        style={{ textOverflow: 'ellipsis' }}
        {...(props.isConfirmed && {
          end: (
            <Badge hue="green">
              <FormattedMessage id="user.profile.email_confirmed" />
            </Badge>
          ),
        })}
      />
    </Field>
    <Suspense
      fallback={
        <ActionsSpace aria-hidden>
          <Button disabled>…</Button>
        </ActionsSpace>
      }
    >
      <FurtherIntl further={accountMessages}>
        <EmailChangeControls current={props.email} />
      </FurtherIntl>
    </Suspense>
  </>
)

function EmailChangeControls({ current }: { readonly current: string }) {
  const { config } = useHost()
  const report = useReportError()
  const { data: change, error, isFetching, refetch } = useEmailChange()
  const { mutate: cancel, isPending: isCanceling } = useCancelEmailChange()
  const [isAsking, setAsking] = useState(false)
  return (
    <div>
      <Pending aria-live="polite">
        {change ? (
          <Notice tone="info">
            <FormattedMessage
              id={config.emailVerification ? 'user.email_change.pending' : 'user.email_change.pending_kept'}
              values={{ email: <bdi key="email">{change.attributes.email}</bdi> }}
            />
          </Notice>
        ) : null}
        {error ? <PartFailed error={error} retrying={isFetching} retry={() => void refetch()} /> : null}
      </Pending>
      <Actions>
        <Button
          onClick={() => {
            setAsking(true)
          }}
        >
          <FormattedMessage id={change ? 'user.email_change.another' : 'user.email_change.start'} />
        </Button>
        {change ? (
          <Button
            busy={isCanceling}
            onClick={() => {
              cancel(undefined, { onError: report })
            }}
          >
            <FormattedMessage id="user.email_change.cancel" />
          </Button>
        ) : null}
      </Actions>
      {isAsking ? (
        <ChangeEmailDialog
          current={current}
          initial={change?.attributes.email ?? ''}
          close={() => {
            setAsking(false)
          }}
        />
      ) : null}
    </div>
  )
}
