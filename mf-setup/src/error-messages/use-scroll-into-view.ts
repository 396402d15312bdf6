import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls to the element of the ref when it is shown and for each further `error`: steps are long, and the button that
 * saves one is at their end.
 */
export function useScrollIntoView(error: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) element.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return element
}
