import { useShell } from './host-provider.tsx'
import { NotificationCentre } from './notifications/NotificationCentre.tsx'
import { Overlay } from './overlay/Overlay.tsx'
import { QuietBoundary } from './quiet-boundary.tsx'
import { MobileMenuPlace } from './rail/MobileMenuPlace.tsx'
import { Spotlight } from './spotlight/Spotlight.tsx'
import { Toasts } from './toasts/Toasts.tsx'
import { UpdateNotice } from './update-notice/update-notice.tsx'
import { UploadsCorner } from './uploads/uploads-corner.tsx'

const parts = { UploadsCorner, NotificationCentre, Spotlight, MobileMenuPlace, Overlay, Toasts, UpdateNotice }

/** What stands above every page, whichever section it is of. Rendered once, inside the router. */
export function GlobalElements() {
  const { log } = useShell()
  return Object.entries(parts).map(([name, Part]) => (
    <QuietBoundary key={name} name={name} log={log}>
      <Part />
    </QuietBoundary>
  ))
}
