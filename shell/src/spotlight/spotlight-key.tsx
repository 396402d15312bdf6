import { useEffect } from 'react'
import { useSession } from '@holdall/section'
import { useShell } from '../host/host-provider.tsx'

/** Ctrl or Cmd+K opens and closes the spotlight, also while its code is still being loaded. */
export function SpotlightKey() {
  const { mobileMenu, notifications, overlay, spotlight } = useShell()
  const signedIn = useSession().state === 'signed-in'

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

  return null
}
