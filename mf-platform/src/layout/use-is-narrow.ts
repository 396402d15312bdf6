import { useMediaQuery } from '@holdall/ui'

/** Whether the window has no room for the sidebar beside the page. */
export const useIsNarrow = () => useMediaQuery('(max-width: 1023px)')
