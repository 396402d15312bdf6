let focus: (() => void) | null = null

/** Registers how the list on the page takes the focus. Returns a function that unregisters it. */
export function registerFocus(run: () => void): () => void {
  focus = run
  return () => {
    if (focus === run) focus = null
  }
}

/** Focuses the list when what had the focus is gone: the button of a toast, a menu, a popup. */
export function focusList(): void {
  if (document.activeElement === null || document.activeElement === document.body) focus?.()
}
