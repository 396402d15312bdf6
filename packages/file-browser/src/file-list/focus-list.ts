let focus: (() => void) | null = null

/** Registers the function that focuses the list of the page. Returns a function that unregisters it. */
export function registerFocus(run: () => void): () => void {
  focus = run
  return () => {
    if (focus === run) focus = null
  }
}

/** Focuses the list where the focused element was removed: the button of a toast, a menu, a popup. */
export function focusList(): void {
  if (document.activeElement === null || document.activeElement === document.body) focus?.()
}
