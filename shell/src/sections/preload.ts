import type { ServedSection } from '@holdall/api'

const asked = new Set<string>()

/**
 * Fetches a section's entry and first chunks ahead of their use: `preload` what is wanted next, `prefetch` what may be
 * wanted some time. It runs nothing, and asks once for each file.
 */
export function fetchSection(
  { base, entry, preload, integrity }: ServedSection,
  rel: 'preload' | 'prefetch',
  page: Document = document,
): void {
  for (const file of [entry, ...preload]) {
    const address = base + file
    if (asked.has(address)) continue
    asked.add(address)
    const link = page.createElement('link')
    link.rel = rel
    link.as = 'script'
    // As the loader asks for it: any difference would fetch the file twice.
    link.crossOrigin = 'anonymous'
    if (integrity[file]) link.integrity = integrity[file]
    link.href = address
    page.head.append(link)
  }
}
