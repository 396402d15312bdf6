import { type RefCallback, useCallback } from 'react'

/** Moves the focus to the element that is shown, where the one that had it went with what was there before. */
export function useLostFocus(isEnabled: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (isEnabled && document.activeElement === document.body) element?.focus()
    },
    [isEnabled],
  )
}
