import { useEffect } from 'react'
import { useReadable, useSession } from '@holdall/section'
import { BackCloses } from '../layout/back-closes.tsx'
import { latePart } from '../layout/late-part.tsx'
import { useShell } from '../host-provider.tsx'

const OpenSpotlight = latePart(() => import('./OpenSpotlight.tsx').then((m) => m.OpenSpotlight))

/** Search and commands for whoever is signed in, at Ctrl or Cmd+K. */
export function Spotlight() {
  const { mobileMenu, notifications, overlay, spotlight } = useShell()
  const signedIn = useSession().state === 'signed-in'
  const isOpen = useReadable(spotlight.isOn)

  useEffect(() => {
    if (!signedIn) return undefined
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // What a popup asks is answered first.
      if (overlay.layers.get().length > 0) return
      mobileMenu.off()
      notifications.close()
      spotlight.toggle()
    }
    window.addEventListener('keydown', hear)
    return () => {
      window.removeEventListener('keydown', hear)
    }
  }, [signedIn, mobileMenu, notifications, overlay, spotlight])

  return isOpen && signedIn ? (
    <>
      <BackCloses close={spotlight.off} />
      <OpenSpotlight close={spotlight.off} />
    </>
  ) : null
}
