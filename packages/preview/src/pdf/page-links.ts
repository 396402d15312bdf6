import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { safeAddress } from '../reading/safe-address.ts'

/** Further links of a page are left out. */
const MAX_LINKS = 500

export interface PageLink {
  /** Per cent of the page, from its top left corner. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Another site; null for a place in the document. */
  readonly address: string | null
  /** The place in the document, as `pageOf` reads it. */
  readonly destination: unknown
}

interface Annotation {
  readonly subtype?: unknown
  readonly rect?: unknown
  readonly url?: unknown
  readonly dest?: unknown
}

/** The links of a page to other sites and to places in its document. Those that would do anything else are left out. */
export async function linksOf(page: PDFPageProxy): Promise<readonly PageLink[]> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[]
  const viewport = page.getViewport({ scale: 1 })
  const links: PageLink[] = []
  for (const { subtype, rect, url, dest } of annotations) {
    if (subtype !== 'Link' || links.length >= MAX_LINKS) continue
    const address = typeof url === 'string' ? safeAddress(url) : null
    const destination = typeof dest === 'string' || Array.isArray(dest) ? dest : null
    if (address === null && destination === null) continue
    const [left, bottom, right, top] = Array.isArray(rect) ? rect.map(Number) : []
    const [x1, y1] = viewport.convertToViewportPoint(left ?? 0, bottom ?? 0) as [number, number]
    const [x2, y2] = viewport.convertToViewportPoint(right ?? 0, top ?? 0) as [number, number]
    links.push({
      box: {
        left: (Math.min(x1, x2) / viewport.width) * 100,
        top: (Math.min(y1, y2) / viewport.height) * 100,
        width: (Math.abs(x2 - x1) / viewport.width) * 100,
        height: (Math.abs(y2 - y1) / viewport.height) * 100,
      },
      address,
      destination,
    })
  }
  return links
}

/** The page of a place in the document, from 1; null where the document has no such place. */
export async function pageOf(pdf: PDFDocumentProxy, destination: unknown): Promise<number | null> {
  try {
    const place: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
    const target: unknown = Array.isArray(place) ? place[0] : null
    if (typeof target === 'number') return target + 1
    return (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1
  } catch {
    return null
  }
}
