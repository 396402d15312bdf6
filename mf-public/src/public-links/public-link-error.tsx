import { isApiError } from '@holdall/api-client'
import { Navigate, useHost, useLocation } from '@holdall/section'
import { EmptyState, ExpiredArt, LockedArt } from '@holdall/ui'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { LoadFailed } from '../error-messages/load-failed.tsx'
import { ButtonLink } from '../layout/form-elements.tsx'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'
import { isGone, isUnavailable, isUnknown } from './public-link-queries.ts'

/** An address that no section owns: the shell shows its not-found page there. */
const NOT_FOUND = '/not-found'
const UNAVAILABLE = '/temporary-unavailable'

interface Props {
  readonly error: unknown
  readonly retry: () => void
  /** In place of "Couldn’t open this link". */
  readonly failedTitle?: ReactNode
}

/**
 * Shows why a link does not open: expired, used up, revoked or a failure. An unknown link leads to the not-found page, one whose owner
 * is restricted to the page that says that it is not available now.
 */
export function PublicLinkError({ error, retry, failedTitle }: Props) {
  const { config } = useHost()
  const { pathname, search } = useLocation()
  if (!isGone(error))
    return (
      <VisitorLayout>
        <Centered>
          <LoadFailed title={failedTitle ?? <FormattedMessage id="share.failed_title" />} error={error} retry={retry} />
        </Centered>
      </VisitorLayout>
    )
  if (isUnavailable(error)) return <Navigate to={UNAVAILABLE} replace state={{ from: pathname + search }} />
  if (isUnknown(error)) return <Navigate to={NOT_FOUND} replace />
  const reason = isApiError(error, 'share-expired')
    ? 'expired'
    : isApiError(error, 'share-used-up')
      ? 'used_up'
      : 'revoked'
  return (
    <VisitorLayout>
      <Centered>
        <EmptyState
          level="h1"
          art={reason === 'revoked' ? <LockedArt /> : <ExpiredArt />}
          title={<FormattedMessage id={`share.${reason}_title`} />}
          text={<FormattedMessage id="share.ended_text" />}
          actions={
            <ButtonLink to="/">
              <FormattedMessage id="share.home" values={{ name: config.name }} />
            </ButtonLink>
          }
        />
      </Centered>
    </VisitorLayout>
  )
}
