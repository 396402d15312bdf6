let focus: (() => void) | null = null

/** The list on the page says how it takes the focus. Returns how to take that back. */
export function registerFocus(run: () => void): () => void {
  focus = run
  return () => {
    if (focus === run) focus = null
  }
}

/** Gives the focus to the list when what had it is gone: the button of a toast, a menu, a popup. */
export function focusList(): void {
  if (document.activeElement === null || document.activeElement === document.body) focus?.()
}
