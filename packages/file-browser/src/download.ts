import type { Entry } from '@holdall/api'

/** The same bytes, for saving even where the browser could show them. Takes a `file_url`. */
export const downloadAddress = (fileUrl: string): string => `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download=1`

/** Browsers drop downloads that are started in the same breath. */
const APART = 400

/** Saves files to the device, one after the other. Folders among them are passed over. */
export async function downloadFiles(entries: readonly Entry[]): Promise<void> {
  const files = entries.filter(({ attributes }) => attributes.file_url !== null)
  for (const [at, { attributes }] of files.entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, APART))
    const link = document.createElement('a')
    link.href = downloadAddress(attributes.file_url ?? '')
    link.download = attributes.name
    document.body.append(link)
    link.click()
    link.remove()
  }
}
