import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows it while mounted. */
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

/** 640 px or narrower: bottom bar, bottom sheets, rows of two lines. */
export const useIsPhone = () => useMediaQuery('(max-width: 640px)')

/** Whether the user prefers reduced motion. */
export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
