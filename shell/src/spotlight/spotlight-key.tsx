import { useEffect } from 'react'
import { useSession } from '@holdall/section'
import { useShell } from '../host/host-provider.tsx'

/**
 * Ctrl or Cmd+K opens and closes the spotlight, also while its code is still being loaded. Until its field has the focus
 * the other keys are kept for the field: the page behind does not get them.
 */
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

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (!spotlight.isOpening() || overlay.layers.get().length > 0) return
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      event.stopPropagation()
      // Function keys keep what they do in the browser.
      if (/^F\d/.test(key)) return
      event.preventDefault()
      if (key === 'Escape') spotlight.close()
      else spotlight.keepKey(key)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [overlay, spotlight])

  return null
}
