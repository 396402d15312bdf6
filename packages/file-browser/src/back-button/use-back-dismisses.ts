import { useBackEntry } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'

/** On a phone, Back closes what is open (a sheet, a selection) before it leaves the page. */
export function useBackDismisses(isOpen: boolean, dismiss: () => void): void {
  useBackEntry(useIsPhone() && isOpen, dismiss)
}
