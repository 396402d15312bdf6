import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Pages are kept as pictures while they are printed; further ones are left out. */
export const MAX_PRINTED_PAGES = 100
const DOTS_PER_INCH = 150

/** Draws the pages, and opens the browser's print dialog. */
export async function printPages(pdf: PDFDocumentProxy): Promise<void> {
  const layer = document.querySelector('[data-full-screen-layer]')
  if (!layer) return
  const container = document.createElement('div')
  container.style.display = 'none'
  container.dataset['printed'] = ''
  const addresses: string[] = []
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PRINTED_PAGES); number++) {
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: DOTS_PER_INCH / 72 })
      const canvas = document.createElement('canvas')
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      await page.render({ canvas, viewport, intent: 'print' }).promise
      const picture = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve)
      })
      if (!picture) throw new Error('The page could not be drawn.')
      const image = new Image()
      const address = URL.createObjectURL(picture)
      addresses.push(address)
      image.src = address
      await image.decode()
      container.append(image)
    }
    layer.append(container)
    window.print()
  } finally {
    container.remove()
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}
