import { type RefObject, useEffect } from 'react'

const moves: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
])

/** What has the focus on a fresh page, or after a navigation: it handles no keys. */
const idle = 'body, main, h1'

function isForList({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false
  return ctrlKey || metaKey ? key.toLowerCase() === 'a' : moves.has(key)
}

/** The arrow keys and Ctrl+A act on the list, and focus it, while nothing else of the page has the focus. */
export function usePageKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { current } = list
      if (event.defaultPrevented || !isForList(event) || !current) return
      if (!(document.activeElement ?? document.body).matches(idle)) return
      // A dialog is open.
      if (current.closest('[inert], [aria-hidden="true"]')) return
      // Before it has the focus: with it, the first row would be the active one already.
      if (!current.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
      current.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [list])
}
