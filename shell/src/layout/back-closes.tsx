import { useBackEntry } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'

/** Stands beside what is open: on a phone, Back closes that before it leaves the page. */
export function BackCloses({ close }: { readonly close: () => void }) {
  useBackEntry(useIsPhone(), close)
  return null
}
