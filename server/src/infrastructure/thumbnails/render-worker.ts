import { readFile } from 'node:fs/promises'
import { type ThumbnailSize, thumbnailPixels } from '@holdall/api'
import sharp, { type Sharp } from 'sharp'
import type { RenderedThumbnail, RenderRequest } from './render-messages.ts'
import { answerRequests, openImage } from './render-process.ts'

/** Libvips takes no more; a photograph of 200 megapixels fits. */
const MAX_INPUT_PIXELS = 268_402_689
const WEBP = { quality: 78, effort: 3 }

const sizes = Object.entries(thumbnailPixels) as [ThumbnailSize, number][]
const largest = thumbnailPixels.xl

async function render(request: RenderRequest): Promise<RenderedThumbnail[]> {
  if (request.kind === 'pdf') {
    // Loaded when first needed: it takes as much memory as all else here.
    const { renderFirstPage } = await import('./render-pdf.ts')
    return thumbnailsOf(sharp(await renderFirstPage(new Uint8Array(await readFile(request.source)), largest)))
  }
  return thumbnailsOf(await openImage(request.source, request.format, MAX_INPUT_PIXELS))
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

answerRequests(render)
