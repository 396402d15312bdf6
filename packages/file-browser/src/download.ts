import type { Entry } from '@holdall/api'

/** The same bytes, for saving even where the browser could show them. Takes a `file_url`. */
export const downloadAddress = (fileUrl: string): string => `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download=1`

/** Browsers drop downloads that are started at the same time. */
const DOWNLOAD_INTERVAL_MS = 400

/** Saves files to the device, one after the other. Folders are skipped. */
export async function downloadFiles(entries: readonly Entry[]): Promise<void> {
  const files = entries.filter(({ attributes }) => attributes.file_url !== null)
  for (const [at, { attributes }] of files.entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_INTERVAL_MS))
    const link = document.createElement('a')
    link.href = downloadAddress(attributes.file_url ?? '')
    link.download = attributes.name
    document.body.append(link)
    link.click()
    link.remove()
  }
}
