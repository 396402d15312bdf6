import { useBackEntry } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'

/** Rendered beside what is open: on a phone, Back closes it before it leaves the page. */
export function CloseOnBack({ close }: { readonly close: () => void }) {
  useBackEntry(useIsPhone(), close)
  return null
}
