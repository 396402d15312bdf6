import type { ServedSection } from '@holdall/api'

const requested = new Set<string>()

/**
 * Fetches a section's entry and first chunks ahead of their use: `preload` what is needed next, `prefetch` what may be
 * needed later. Runs nothing, and requests each file once.
 */
export function fetchSection(
  { base, entry, preload, integrity }: ServedSection,
  rel: 'preload' | 'prefetch',
  page: Document = document,
): void {
  for (const file of [entry, ...preload]) {
    const address = base + file
    if (requested.has(address)) continue
    requested.add(address)
    const link = page.createElement('link')
    link.rel = rel
    link.as = 'script'
    // The same attributes as the loader's: any difference would fetch the file twice.
    link.crossOrigin = 'anonymous'
    if (integrity[file]) link.integrity = integrity[file]
    link.href = address
    page.head.append(link)
  }
}
