/** Puts text on the clipboard, on plain http too, where the clipboard API is missing. False when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused by a permission: the old way may still work.
    }
  }
  return copyBySelection(text)
}

/** Selects a field outside the view and copies it; focus and selection return to where they were. */
const copyBySelection = (text: string): boolean => {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', opacity: '0', pointerEvents: 'none' })
  // Inside an open popup, whose focus trap takes the focus back from anything outside.
  const container = before?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  container.append(field)
  try {
    field.focus({ preventScroll: true })
    field.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
