import { useHost } from '@holdall/section'
import { BrokenArt, EmptyState } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { Centered, VisitorLayout } from '../layout/visitor-layout.tsx'

/** Shown during maintenance of the server. */
export function UnavailablePage() {
  const { config } = useHost()
  return (
    <VisitorLayout>
      <Centered>
        <EmptyState
          level="h1"
          art={<BrokenArt />}
          title={<FormattedMessage id="unavailable.title" />}
          text={<FormattedMessage id="unavailable.text" values={{ name: config.name }} />}
        />
      </Centered>
    </VisitorLayout>
  )
}
