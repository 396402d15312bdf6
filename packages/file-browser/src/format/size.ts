import type { Entry } from '@holdall/api'
import { formatBytes } from '@holdall/section'
import { useIntl } from 'react-intl'

/** Formats a number of bytes in the locale: "8.4 MB". */
export function useFormatSize(): (bytes: number) => string {
  const intl = useIntl()
  return (bytes) => formatBytes(intl, bytes)
}

/** Formats the size of an entry: "8.4 MB" for a file, "48 items" for a folder. */
export function useSizeText(): (entry: Entry) => string {
  const intl = useIntl()
  return ({ attributes: { filesize, items } }) =>
    filesize === null ? intl.formatMessage({ id: 'browser.items' }, { count: items ?? 0 }) : formatBytes(intl, filesize)
}
