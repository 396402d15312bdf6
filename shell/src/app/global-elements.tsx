import { useBackEntry } from '@holdall/section'
import { useShell } from '../host/host-provider.tsx'
import { NotificationCentre } from '../notifications/notification-centre.tsx'
import { Overlay } from '../overlay/overlay.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'
import { MobileMenuLoader } from '../app-navigation/mobile-menu-loader.tsx'
import { Spotlight } from '../spotlight/spotlight.tsx'
import { Toasts } from '../toasts/toasts.tsx'
import { UpdateNotice } from '../update-notice/update-notice.tsx'
import { UploadsCorner } from '../upload-tray/uploads-corner.tsx'

const parts = { UploadsCorner, NotificationCentre, Spotlight, MobileMenuLoader, Overlay, Toasts, UpdateNotice }

/** What is shown above the pages of all sections. Rendered once, inside the router. */
export function GlobalElements() {
  const { log } = useShell()
  // Nothing to close: at each new location it removes the entry of what was gone before that location was shown.
  useBackEntry(false, () => {})
  return Object.entries(parts).map(([name, Part]) => (
    <OptionalBoundary key={name} name={name} log={log}>
      <Part />
    </OptionalBoundary>
  ))
}
