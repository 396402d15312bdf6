import { useReadable, useSession } from '@holdall/section'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useShell } from '../host/host-provider.tsx'

const OpenSpotlight = lazyPart(() =>
  import(/* webpackChunkName: 'popups' */ './open-spotlight.tsx').then((m) => m.OpenSpotlight),
)

/** Search and commands for signed-in users. `SpotlightKey` opens it. */
export function Spotlight() {
  const { spotlight } = useShell()
  const signedIn = useSession().state === 'signed-in'
  const isOpen = useReadable(spotlight.isOpen)

  return isOpen && signedIn ? (
    <>
      <CloseOnBack close={spotlight.close} />
      <OpenSpotlight close={spotlight.close} />
    </>
  ) : null
}
