import { useIsPhone } from '@holdall/ui'

/** Pixels of a row, as the tokens have it: `--row`. */
export function useRowHeight(): number {
  const phone = useIsPhone()
  const token = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
  return Number.isFinite(token) ? token : phone ? 64 : 48
}
