import { type RefCallback, useCallback } from 'react'

/** Heights of fixed elements at the edges of the page, for what has to be beside them or scroll past them. */
type Space =
  | '--notice-space'
  | '--toast-space'
  | '--tray-space'
  /** Of a tray above that of `--tray-space`. */
  | '--upper-tray-space'

/** A ref that keeps a custom property of the page at the height of an element, for as long as the element is mounted. */
export function useReservedSpace(space: Space): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return undefined
      const { style } = document.documentElement
      const measure = () => {
        style.setProperty(space, `${String(element.offsetHeight)}px`)
      }
      measure()
      const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
      observer?.observe(element)
      return () => {
        observer?.disconnect()
        style.removeProperty(space)
      }
    },
    [space],
  )
}
