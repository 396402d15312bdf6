/** The same bytes, for saving even where the browser could show them. */
export function downloadAddress(fileUrl: string): string {
  return `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download=1`
}
