/**
 * Copies text to the clipboard, also on plain http, where there is no clipboard API. Resolves to false when the browser
 * refuses.
 */
export const copyText = async (text: string): Promise<boolean> => {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Without the permission: copying by selection may still work.
    }
  }
  return copyBySelection(text)
}

/** Copies by selecting a text field that cannot be seen, then restores focus and selection. */
const copyBySelection = (text: string): boolean => {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', opacity: '0', pointerEvents: 'none' })
  // In an open popup the field has to be inside of it, because of its focus trap.
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
