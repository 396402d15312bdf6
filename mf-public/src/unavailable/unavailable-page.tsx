import { useHost, useLocation } from '@holdall/section'
import { BrokenArt, EmptyState, LockedArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { PrimaryLink } from '../layout/form-elements.tsx'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'

/** Shown during maintenance of the server, and in place of a public link that is not available now. */
export function UnavailablePage() {
  const { config } = useHost()
  const link = useLinkToRetry()
  return (
    <VisitorLayout>
      <Centered>
        <EmptyState
          level="h1"
          art={link === null ? <BrokenArt /> : <LockedArt />}
          title={<FormattedMessage id={link === null ? 'unavailable.title' : 'unavailable.link_title'} />}
          text={
            link === null ? (
              <FormattedMessage id="unavailable.text" values={{ name: config.name }} />
            ) : (
              <FormattedMessage id="unavailable.link_text" />
            )
          }
          actions={
            <PrimaryLink to={link ?? '/'} replace>
              <FormattedMessage id="problem.retry" />
            </PrimaryLink>
          }
        />
      </Centered>
    </VisitorLayout>
  )
}

/** The page of a public link or of an upload request that led here. */
function useLinkToRetry(): string | null {
  const state = useLocation().state as { from?: unknown } | null
  return typeof state?.from === 'string' && /^\/(share|request)\//.test(state.from) ? state.from : null
}
