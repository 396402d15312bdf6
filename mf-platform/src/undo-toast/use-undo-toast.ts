import { focusList } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'

/** Shows what was done, with an Undo where it can be undone. */
export function useUndoToast(): (message: string, undo: (() => unknown) | null) => void {
  const { toasts } = useHost()
  const intl = useIntl()
  return useCallback(
    (message, undo) => {
      if (!undo) return toasts.show({ type: 'success', message })
      const run = () => {
        void undo()
        // The toast closes, and with it the button that has the focus.
        requestAnimationFrame(focusList)
      }
      const label = intl.formatMessage({ id: 'files.undo' })
      toasts.show({ type: 'success', message, action: { label, run, isUndo: true } })
    },
    [toasts, intl],
  )
}
