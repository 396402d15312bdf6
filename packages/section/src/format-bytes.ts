import { byteFormatOf } from '@holdall/api'
import type { IntlShape } from 'react-intl'

/**
 * A number of bytes in the language of `intl`, in powers of 1000: `8.4 MB`. At most one decimal, none above 100 or for
 * bytes.
 */
export function formatBytes(intl: Pick<IntlShape, 'formatNumber'>, bytes: number): string {
  const { value, options } = byteFormatOf(bytes)
  return intl.formatNumber(value, options)
}
