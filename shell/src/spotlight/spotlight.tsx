import { useEffect } from 'react'
import { useReadable, useSession } from '@holdall/section'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useShell } from '../host/host-provider.tsx'

const OpenSpotlight = lazyPart(() =>
  import(/* webpackChunkName: 'popups' */ './open-spotlight.tsx').then((m) => m.OpenSpotlight),
)

/** Search and commands for signed-in users, at Ctrl or Cmd+K. */
export function Spotlight() {
  const { mobileMenu, notifications, overlay, spotlight } = useShell()
  const signedIn = useSession().state === 'signed-in'
  const isOpen = useReadable(spotlight.isOpen)

  useEffect(() => {
    if (!signedIn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // An open popup keeps the focus.
      if (overlay.layers.get().length > 0) return
      mobileMenu.close()
      notifications.close()
      spotlight.toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [signedIn, mobileMenu, notifications, overlay, spotlight])

  return isOpen && signedIn ? (
    <>
      <CloseOnBack close={spotlight.close} />
      <OpenSpotlight close={spotlight.close} />
    </>
  ) : null
}
