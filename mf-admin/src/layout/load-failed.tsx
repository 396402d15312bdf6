import { isApiError } from '@holdall/api-client'
import { Button, ErrorState } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'

interface Props {
  readonly error: Error
  readonly retrying: boolean
  readonly retry: () => void
}

/** Shows why a page of the admin area could not be loaded, with a retry button. */
export function LoadFailed({ error, retrying, retry }: Props) {
  const intl = useIntl()
  const id = isApiError(error, 'network') ? 'admin.failed_network' : 'admin.failed_other'
  const number = isApiError(error) ? error.errorId : null
  return (
    <ErrorState
      title={<FormattedMessage id="admin.failed_title" />}
      text={intl.formatMessage({ id })}
      detail={number ? intl.formatMessage({ id: 'admin.failed_number' }, { id: number }) : undefined}
      actions={
        <Button variant="primary" busy={retrying} onClick={retry}>
          <FormattedMessage id="admin.retry" />
        </Button>
      }
    />
  )
}
