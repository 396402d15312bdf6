import { useReadable } from '@holdall/section'
import { useShell } from '../host/host-provider.tsx'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'

const OpenNotificationCentre = lazyPart(() =>
  import(/* webpackChunkName: 'popups' */ './open-notification-centre.tsx').then((m) => m.OpenNotificationCentre),
)

/** Notifications of the user, in a panel beside the rail. */
export function NotificationCentre() {
  const { notifications } = useShell()
  return useReadable(notifications.isOpen) ? (
    <>
      <CloseOnBack close={notifications.close} />
      <OpenNotificationCentre close={notifications.close} />
    </>
  ) : null
}
