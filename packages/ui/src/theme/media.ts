import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; the component renders again when that changes. */
export const useMediaQuery = (query: string) => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Whether the window is at most 640 px wide, where the layout is that of a phone. */
export const useIsPhone = () => useMediaQuery('(max-width: 640px)')

/** Whether the user prefers reduced motion. */
export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
