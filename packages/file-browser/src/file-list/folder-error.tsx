import { isApiError } from '@holdall/api-client'
import { Button, ErrorState, LockedArt, SearchArt } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

export interface FolderErrorProps {
  readonly error: Error
  readonly onRetry: () => void
  /** A button that leads out of the folder. */
  readonly home?: { readonly label: string; readonly run: () => void } | undefined
}

/** The error page of a folder that cannot be shown. */
export function FolderError({ error, onRetry, home }: FolderErrorProps) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  const kind = isApiError(error, 'not-found') ? 'gone' : isApiError(error, 'forbidden') ? 'forbidden' : 'failed'
  const homeButton = home ? <Button onClick={home.run}>{home.label}</Button> : null
  if (kind === 'failed') {
    return (
      <ErrorState
        title={text('browser.failed.title')}
        text={text(isApiError(error, 'network') ? 'browser.failed.network' : 'browser.failed.text')}
        {...(isApiError(error) && error.errorId !== null && { detail: error.errorId })}
        actions={
          <>
            <Button variant="primary" icon={RotateCw} onClick={onRetry}>
              {text('browser.retry')}
            </Button>
            {homeButton}
          </>
        }
      />
    )
  }
  return (
    <ErrorState
      art={kind === 'gone' ? <SearchArt /> : <LockedArt />}
      title={text(`browser.${kind}.title`)}
      text={text(`browser.${kind}.text`)}
      actions={homeButton}
    />
  )
}
