import { type RefObject, useLayoutEffect, useState } from 'react'

/** In pixels. */
interface ElementSize {
  readonly width: number
  readonly height: number
}

/** The size of an element, kept up to date; `initial` where it cannot be observed. */
export function useSizeOf(element: RefObject<HTMLElement | null>, initial: ElementSize): ElementSize {
  const [size, setSize] = useState(initial)
  useLayoutEffect(() => {
    const current = element.current
    if (!current || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => {
      setSize({ width: current.clientWidth, height: current.clientHeight })
    }
    // Before the first paint: what is shown at another size would move.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return size
}
