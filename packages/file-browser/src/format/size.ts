import { formatBytes } from '@holdall/section'
import { useIntl } from 'react-intl'

/** "8.4 MB" in the person's language. */
export function useFormatSize(): (bytes: number) => string {
  const intl = useIntl()
  return (bytes) => formatBytes(intl, bytes)
}
