import { isApiError } from '@holdall/api-client'
import { Navigate, useHost } from '@holdall/section'
import { BrokenArt, Button, EmptyState, ExpiredArt, LockedArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { ButtonLink } from '../frame/form.tsx'
import { Middle, VisitorFrame } from '../frame/visitor-frame.tsx'
import { problemText } from '../problem/problem.ts'
import { useWait } from '../problem/use-wait.ts'
import { isGone, isUnknown } from './share.queries.ts'

/** An address that no section owns: the shell shows its not-found page there. */
const NOT_FOUND = '/not-found'

interface Props {
  readonly error: unknown
  readonly retry: () => void
}

/** Why a link does not open: expired, revoked, or not right now. One that does not exist leads to the not-found page. */
export function ShareProblem({ error, retry }: Props) {
  const { config } = useHost()
  const intl = useIntl()
  const wait = useWait(error)
  if (!isGone(error))
    return (
      <Page
        art={<BrokenArt />}
        title={<FormattedMessage id="share.failed_title" />}
        text={wait?.text ?? problemText(intl, error)}
        actions={
          <Button variant="primary" onClick={retry} disabledReason={wait && !wait.over ? wait.text : undefined}>
            <FormattedMessage id="problem.retry" />
          </Button>
        }
      />
    )
  if (isUnknown(error)) return <Navigate to={NOT_FOUND} replace />
  const isExpired = isApiError(error, 'share-expired')
  return (
    <Page
      art={isExpired ? <ExpiredArt /> : <LockedArt />}
      title={<FormattedMessage id={isExpired ? 'share.expired_title' : 'share.revoked_title'} />}
      text={<FormattedMessage id="share.ended_text" />}
      actions={
        <ButtonLink to="/">
          <FormattedMessage id="share.home" values={{ name: config.name }} />
        </ButtonLink>
      }
    />
  )
}

const Page = (props: Parameters<typeof EmptyState>[0]) => (
  <VisitorFrame>
    <Middle>
      <EmptyState level="h1" {...props} />
    </Middle>
  </VisitorFrame>
)
