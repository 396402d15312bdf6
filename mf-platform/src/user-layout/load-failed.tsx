import { isApiError } from '@holdall/api-client'
import { Button, ErrorState, Notice } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureText } from '../error-messages/failure-text.ts'

interface Props {
  readonly error: Error
  readonly retrying: boolean
  readonly retry: () => void
}

/** In place of a page or of its main content that could not be loaded, with a retry button. */
export function LoadFailed({ error, retrying, retry }: Props) {
  const intl = useIntl()
  const number = isApiError(error) ? error.errorId : null
  return (
    <ErrorState
      title={<FormattedMessage id="user.failed_title" />}
      text={intl.formatMessage({ id: isApiError(error, 'network') ? 'user.failed_network' : 'user.failed_other' })}
      detail={number ? intl.formatMessage({ id: 'user.failed_number' }, { id: number }) : undefined}
      actions={
        <Button variant="primary" busy={retrying} onClick={retry}>
          <FormattedMessage id="frame.retry" />
        </Button>
      }
    />
  )
}

/** In a group of settings: what could not be loaded, or could not be fetched again, with a retry button. */
export function PartFailed({ error, retrying, retry }: Props) {
  const intl = useIntl()
  return (
    <Notice
      tone="danger"
      role="alert"
      action={
        <Button size="s" busy={retrying} onClick={retry}>
          <FormattedMessage id="frame.retry" />
        </Button>
      }
    >
      {failureText(error, intl.formatMessage)}
    </Notice>
  )
}
