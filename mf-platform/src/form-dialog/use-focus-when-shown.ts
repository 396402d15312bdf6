import { useMediaQuery } from '@holdall/ui'
import { type RefObject, useEffect } from 'react'

/**
 * Focuses a field that its dialog shows only after it was opened, when what it is about is loaded. Not on a touch screen,
 * where the keyboard would cover the rest.
 */
export function useFocusWhenShown(field: RefObject<HTMLElement | null>): void {
  const isTouch = useMediaQuery('(pointer: coarse)')
  useEffect(() => {
    if (!isTouch) field.current?.focus()
  }, [field, isTouch])
}
