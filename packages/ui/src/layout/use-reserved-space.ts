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
      if (!element || typeof ResizeObserver === 'undefined') return undefined
      const { style } = document.documentElement
      // It is called for the first time after the layout of the next frame: to measure now would demand one more.
      const observer = new ResizeObserver(() => {
        style.setProperty(space, `${String(element.offsetHeight)}px`)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(space)
      }
    },
    [space],
  )
}
