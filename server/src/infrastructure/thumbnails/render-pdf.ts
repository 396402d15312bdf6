import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const path = (name: string) => join(folder, name, '/')

const MAX_IMAGE_PIXELS = 50_000_000

/** The first page as a PNG image whose longest side has `pixels`. Scripts of a PDF are never run. */
export async function renderFirstPage(data: Uint8Array, pixels: number): Promise<Uint8Array> {
  const loading = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: path('standard_fonts'),
    cMapUrl: path('cmaps'),
    wasmUrl: path('wasm'),
    iccUrl: path('iccs'),
    useSystemFonts: false,
    useWorkerFetch: false,
    disableFontFace: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: 4 * MAX_IMAGE_PIXELS,
  })
  const page = await (await loading.promise).getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: pixels / Math.max(width, height) })
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)))
  // It has what PDF.js uses of a canvas of the DOM.
  const target: unknown = canvas
  await page.render({ canvas: target as HTMLCanvasElement, viewport, background: '#fff' }).promise
  return canvas.encode('png')
}
