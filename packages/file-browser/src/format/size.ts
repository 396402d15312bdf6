import type { Entry } from '@holdall/api'
import { formatBytes } from '@holdall/section'
import { useIntl } from 'react-intl'

/** "8.4 MB" in the person's language. */
export function useFormatSize(): (bytes: number) => string {
  const intl = useIntl()
  return (bytes) => formatBytes(intl, bytes)
}

/** "8.4 MB" of a file, "48 items" of a folder. */
export function useSizeText(): (entry: Entry) => string {
  const intl = useIntl()
  return ({ attributes: { filesize, items } }) =>
    filesize === null ? intl.formatMessage({ id: 'browser.items' }, { count: items ?? 0 }) : formatBytes(intl, filesize)
}
