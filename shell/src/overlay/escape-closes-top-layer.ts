import { useEffect } from 'react'
import type { ShellOverlay } from '../stores/overlay-store.ts'

/**
 * Escape closes the top layer only. Each section bundles its own copy of the design system, so stacked dialogs are
 * independent and would all close.
 */
export function useEscapeClosesTopLayer(overlay: ShellOverlay) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || overlay.layers.get().length < 2) return
      event.stopImmediatePropagation()
      event.preventDefault()
      overlay.close()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [overlay])
}
