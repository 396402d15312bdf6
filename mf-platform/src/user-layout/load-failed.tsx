import { isApiError } from '@holdall/api-client'
import { Button, ErrorState } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'

interface Props {
  readonly error: Error
  readonly retrying: boolean
  readonly retry: () => void
}

/** Shows that a part of a page could not be loaded, with a retry button. */
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
