import { useBackEntry } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'

/** While `isOpen` on a phone, Back calls `dismiss` instead of leaving the page. */
export function useBackDismisses(isOpen: boolean, dismiss: () => void): void {
  useBackEntry(useIsPhone() && isOpen, dismiss)
}
