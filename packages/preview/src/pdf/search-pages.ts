import type { PDFDocumentProxy } from 'pdfjs-dist'

export interface Hit {
  /** From 1. */
  readonly page: number
  /** Which of the hits of the page, from 0. */
  readonly nth: number
}

/** Further hits are not looked for. */
const MAX_HITS = 1000
/** A small file can claim a billion pages. */
const MAX_PAGES = 10_000

/** The pages of a document that are listed and searched. */
export const pagesOf = ({ numPages }: Pick<PDFDocumentProxy, 'numPages'>): number => Math.min(numPages, MAX_PAGES)

/** Where a text is in a document, in its order, ignoring case. Stops when `signal` aborts. */
export async function searchPages(document: PDFDocumentProxy, query: string, signal: AbortSignal): Promise<Hit[]> {
  const hits: Hit[] = []
  for (let page = 1; page <= pagesOf(document) && hits.length < MAX_HITS; page++) {
    const content = await (await document.getPage(page)).getTextContent()
    if (signal.aborted) return []
    const text = content.items.map((item) => ('str' in item ? item.str : '')).join('')
    const count = positionsOf(text, query).length
    for (let nth = 0; nth < count && hits.length < MAX_HITS; nth++) hits.push({ page, nth })
  }
  return hits
}

/** Where a query begins in a text, ignoring case. */
export function positionsOf(text: string, query: string): number[] {
  const [lower, part] = [text.toLowerCase(), query.toLowerCase()]
  const positions: number[] = []
  if (part === '') return positions
  for (let at = lower.indexOf(part); at >= 0; at = lower.indexOf(part, at + part.length)) positions.push(at)
  return positions
}

/** The hits in the text layer of a page, as ranges of its elements. */
export function rangesOf(layer: HTMLElement, query: string): Range[] {
  const nodes: { readonly node: Node; readonly start: number; readonly end: number }[] = []
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = text.length
    text += node.textContent ?? ''
    nodes.push({ node, start, end: text.length })
  }
  return positionsOf(text, query).flatMap((from) => {
    const to = from + query.length
    const first = nodes.find(({ start, end }) => from >= start && from < end)
    const last = nodes.find(({ start, end }) => to > start && to <= end)
    if (!first || !last) return []
    const range = document.createRange()
    range.setStart(first.node, from - first.start)
    range.setEnd(last.node, to - last.start)
    return [range]
  })
}
