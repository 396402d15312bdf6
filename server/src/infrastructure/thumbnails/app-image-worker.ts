import { type AppImageName, MAX_APP_IMAGE_PIXELS } from '@holdall/api'
import sharp, { type Sharp } from 'sharp'
import type { AppImageRequest, RenderedAppImage } from './render-messages.ts'
import { answerRequests, openImage } from './render-process.ts'

/** Those of lower quality are tried where one is larger than a setting takes. */
const qualities = [90, 70, 50]

type Encode = (image: Sharp, quality: number) => Sharp
const logo: Encode = (image, quality) =>
  image.resize({ width: 1024, height: 512, fit: 'inside', withoutEnlargement: true }).webp({ quality, effort: 4 })

const encoders: Readonly<Record<AppImageName, { readonly mime: string; readonly encode: Encode }>> = {
  logo: { mime: 'image/webp', encode: logo },
  logo_dark: { mime: 'image/webp', encode: logo },
  logo_horizontal: { mime: 'image/webp', encode: logo },
  logo_horizontal_dark: { mime: 'image/webp', encode: logo },
  touch_icon: {
    mime: 'image/png',
    // Systems show what is transparent as black.
    encode: (image) => image.resize({ width: 180, height: 180, fit: 'cover' }).flatten({ background: '#fff' }).png(),
  },
  favicon: {
    mime: 'image/png',
    encode: (image) =>
      image.resize({ width: 128, height: 128, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }).png(),
  },
  og_image: {
    mime: 'image/jpeg',
    encode: (image, quality) =>
      image.resize({ width: 1200, height: 630, fit: 'cover' }).flatten({ background: '#fff' }).jpeg({ quality }),
  },
}

/** The image in the size and format of its use. Its metadata is not kept. */
async function render({ source, format, name, maxBytes }: AppImageRequest): Promise<RenderedAppImage | 'too-large'> {
  const { width, height } = await sharp(source, { limitInputPixels: false, pages: 1 }).metadata()
  if (width * height > MAX_APP_IMAGE_PIXELS) return 'too-large'
  const { mime, encode } = encoders[name]
  for (const quality of qualities) {
    const image = await openImage(source, format, MAX_APP_IMAGE_PIXELS)
    const bytes = await encode(image.toColourspace('srgb'), quality).toBuffer()
    if (bytes.length <= maxBytes) return { mime, bytes }
  }
  return 'too-large'
}

answerRequests(render)
