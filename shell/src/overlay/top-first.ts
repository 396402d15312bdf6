import { useEffect } from 'react'
import type { ShellOverlay } from './overlay.ts'

/**
 * Escape is for the top layer only. A single dialog hears it by itself; dialogs that stand above each other do not know
 * of one another, for each section carries its own copy of the design system, and all of them would close.
 */
export function useTopFirst(overlay: ShellOverlay) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || overlay.layers.get().length < 2) return
      event.stopImmediatePropagation()
      event.preventDefault()
      overlay.close()
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => {
      window.removeEventListener('keydown', hear, { capture: true })
    }
  }, [overlay])
}
