import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, ErrorState, Row, Spinner } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'

const LOADING_DELAY_MS = 200

/** Shown while the popup's code is loading, unless that is quick. */
export function PopupLoading({ onClose }: { readonly onClose: () => void }) {
  const intl = useIntl()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSlow(true)
    }, LOADING_DELAY_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return isSlow ? (
    <Dialog
      open
      onClose={onClose}
      title={<FormattedMessage id="popup.loading" />}
      closeLabel={intl.formatMessage({ id: 'close' })}
    >
      <Row justify="center">
        <Spinner size={32} />
      </Row>
    </Dialog>
  ) : null
}

interface FailedProps {
  readonly onClose: () => void
  readonly onRetry: () => void
}

export function PopupFailed({ onClose, onRetry }: FailedProps) {
  const intl = useIntl()
  const retry = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={retry}
      role="alertdialog"
      title={<FormattedMessage id="popup_error.title" />}
      closeLabel={intl.formatMessage({ id: 'close' })}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="close" />
          </Button>
          <Button ref={retry} variant="primary" onClick={onRetry}>
            <FormattedMessage id="retry" />
          </Button>
        </>
      }
    >
      <ErrorState style={{ padding: 0 }} level="h3" title={<FormattedMessage id="popup.failed" />} />
    </Dialog>
  )
}
