/**
 * A process of its own, started by `createRenderer`: it decodes what people upload, and may be killed at any moment. It
 * gets no secrets and answers with images only.
 */
import { readFile } from 'node:fs/promises'
import { type ThumbnailSize, thumbnailPixels } from '@holdall/api'
import sharp, { type Sharp } from 'sharp'
import type { RenderAnswer, RenderedThumbnail, RenderRequest } from './render-messages.ts'

/** Libvips takes no more; a photograph of 200 megapixels fits. */
const MAX_INPUT_PIXELS = 268_402_689
const WEBP = { quality: 78, effort: 3 }

sharp.cache(false)
sharp.concurrency(1)
// Only what is needed, so that content of another type is not decoded by another library: no SVG, no PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadTiff',
  ],
})

const sizes = Object.entries(thumbnailPixels) as [ThumbnailSize, number][]
const largest = thumbnailPixels.xl

async function render(request: RenderRequest): Promise<RenderedThumbnail[]> {
  if (request.kind === 'pdf') {
    // Loaded when first needed: it takes as much memory as all else here.
    const { renderFirstPage } = await import('./render-pdf.ts')
    return thumbnailsOf(sharp(await renderFirstPage(new Uint8Array(await readFile(request.source)), largest)))
  }
  const image = sharp(request.source, {
    limitInputPixels: MAX_INPUT_PIXELS,
    sequentialRead: true,
    failOn: 'error',
    // Of an animation the first image.
    pages: 1,
  })
  const { format, compression } = await image.metadata()
  const found = format === 'heif' && compression === 'av1' ? 'avif' : format
  if (found !== request.format) throw new Error(`This is ${found}, not ${request.format}.`)
  return thumbnailsOf(image.autoOrient())
}

/** All sizes up to the first that holds the whole image; larger ones would have no more detail. */
async function thumbnailsOf(image: Sharp): Promise<RenderedThumbnail[]> {
  // Decoded once: the smaller ones are made of the largest.
  const { data, info } = await resized(image, largest).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const longest = Math.max(width, height)
  const rendered: RenderedThumbnail[] = []
  for (const [size, pixels] of sizes) {
    const small = resized(sharp(data, { raw: { width, height, channels } }), pixels)
    const webp = await small.webp(WEBP).toBuffer({ resolveWithObject: true })
    rendered.push({ size, bytes: webp.data, width: webp.info.width, height: webp.info.height })
    if (pixels >= longest) break
  }
  return rendered
}

const resized = (image: Sharp, pixels: number) =>
  image
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    // From grey, CMYK or a profile of its own.
    .toColourspace('srgb')

const send = (answer: RenderAnswer) => process.send?.(answer)

process.on('message', (request: RenderRequest) => {
  render(request).then(
    (thumbnails) => send({ is: 'done', thumbnails }),
    () => send({ is: 'done', thumbnails: null }),
  )
})
// The server was killed.
process.on('disconnect', () => process.exit())
send({ is: 'ready' })
