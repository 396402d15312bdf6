import { nextTask } from '@holdall/ui/next-task'
import { useCallback, useRef } from 'react'

/**
 * Moves the focus to the heading of a page that was navigated to, so that a screen reader begins there. The first page
 * keeps the browser's own focus, and a page that has set the focus itself is left as it is.
 */
export function useFocusOnNavigation(): () => void {
  const first = useRef(true)
  return useCallback(() => {
    if (first.current) {
      first.current = false
      return
    }
    // A popup that the navigation closes gives the focus back in a microtask. To focus demands the layout of the page, which
    // there is after the next frame.
    requestAnimationFrame(() => void nextTask().then(focusPage))
  }, [])
}

function focusPage(): void {
  const main = document.getElementById('main')
  if (!main || main.contains(document.activeElement)) return
  const heading = main.querySelector<HTMLElement>('h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  ;(heading ?? main).focus({ preventScroll: true })
}
