import { BrokenArt, Button, EmptyState } from '@holdall/ui'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from './error-text.ts'
import { useRetryAfter } from './use-retry-after.ts'

interface Props {
  readonly title: ReactNode
  readonly error: unknown
  readonly retry: () => void
}

/** Shows why a page could not be loaded, with a retry button. */
export function LoadFailed({ title, error, retry }: Props) {
  const intl = useIntl()
  const wait = useRetryAfter(error)
  return (
    <EmptyState
      level="h1"
      art={<BrokenArt />}
      title={title}
      text={wait?.text ?? errorText(intl, error)}
      actions={
        <Button variant="primary" onClick={retry} disabledReason={wait && !wait.isOver ? wait.text : undefined}>
          <FormattedMessage id="problem.retry" />
        </Button>
      }
    />
  )
}
