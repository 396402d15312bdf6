import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState, KindTile } from '@holdall/ui'
import { SidePanel } from '@holdall/ui/dialog'
import { Bell } from '@holdall/ui/icons'
import styled from 'styled-components'
import { useShell } from '../host/host-provider.tsx'
import { BELL_SELECTOR } from './notification-bell.ts'

const BesideRail = styled(SidePanel)`
  @media (min-width: 641px) {
    inset-block: 8px;
    inset-inline-start: 70px;
    inline-size: 360px;
  }
  @media (min-width: 1024px) {
    inset-inline-start: calc(var(--rail) + 2px);
  }
`

export function OpenNotificationCentre({ close }: { readonly close: () => void }) {
  const { overlay } = useShell()
  const intl = useIntl()
  return (
    <BesideRail
      title={<FormattedMessage id="notifications.title" />}
      closeLabel={intl.formatMessage({ id: 'close' })}
      triggers={BELL_SELECTOR}
      onClose={() => {
        // A popup above it closes first.
        if (overlay.layers.get().length === 0) close()
      }}
    >
      <EmptyState
        art={<KindTile round size={56} iconSize={24} hue="grey" icon={Bell} />}
        level="h3"
        title={<FormattedMessage id="not_any_notifications" />}
        text={<FormattedMessage id="notifications.hint" />}
      />
    </BesideRail>
  )
}
