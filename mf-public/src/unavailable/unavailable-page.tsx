import { useHost } from '@holdall/section'
import { BrokenArt, EmptyState } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { Middle, VisitorLayout } from '../layout/visitor-layout.tsx'

/** Shown while the operator works on the server. */
export function UnavailablePage() {
  const { config } = useHost()
  return (
    <VisitorLayout>
      <Middle>
        <EmptyState
          level="h1"
          art={<BrokenArt />}
          title={<FormattedMessage id="unavailable.title" />}
          text={<FormattedMessage id="unavailable.text" values={{ name: config.name }} />}
        />
      </Middle>
    </VisitorLayout>
  )
}
