import { useLayoutEffect, useRef } from 'react'

/** Heights of fixed elements at the edges of the page, for what has to be beside them or scroll past them. */
type Space = '--notice-space' | '--toast-space'

/** Keeps a custom property of the page at the height of an element, for as long as the element is mounted. */
export function useReservedSpace<E extends HTMLElement>(space: Space) {
  const element = useRef<E>(null)
  const measure = () => {
    document.documentElement.style.setProperty(space, `${String(element.current?.offsetHeight ?? 0)}px`)
  }
  useLayoutEffect(measure)
  useLayoutEffect(() => {
    addEventListener('resize', measure)
    return () => {
      removeEventListener('resize', measure)
      document.documentElement.style.removeProperty(space)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it reads nothing but the element
  }, [])
  return element
}
