import type { Entry } from '@holdall/api'

/** The address of a `file_url` that the server always sends as a download, never inline. */
export const downloadAddress = (fileUrl: string): string => `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download=1`

/** Browsers ignore downloads that are started at the same time. */
const DOWNLOAD_INTERVAL_MS = 400

/** Downloads files, one every 400 ms. Skips folders. Resolves once the last one is started. */
export async function downloadFiles(entries: readonly Entry[]): Promise<void> {
  const files = entries.filter(({ attributes }) => attributes.file_url !== null)
  for (const [at, { attributes }] of files.entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_INTERVAL_MS))
    startDownload(downloadAddress(attributes.file_url ?? ''), attributes.name)
  }
}

/** Downloads what is at an address. The server names the file, and `name` stands in where it does not. */
export function startDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
