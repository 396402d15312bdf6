import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../layout/hidden.tsx'

/**
 * The state of a tray for screen readers. Empty when it is added to the page: they announce only what changes in a live
 * region.
 */
export function TrayAnnouncement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the region is painted without the text first.
    setAnnounced(text)
  }, [text])
  return <VisuallyHidden aria-live="polite">{announced}</VisuallyHidden>
}
